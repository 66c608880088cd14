/** What runs on Java 8 as well. */
package io.fusebox.testapp.hello;
