/** Programs that call through several client libraries. */
package io.fusebox.testapp.clients;
