/** Programs that use clients of cloud services as their users do. */
package io.fusebox.testapp.cloud;
