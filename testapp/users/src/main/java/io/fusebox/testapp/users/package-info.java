/** Programs that call through OkHttp with the libraries that are built on it. */
package io.fusebox.testapp.users;
