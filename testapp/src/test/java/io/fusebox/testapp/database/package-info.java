/** Programs that talk to databases, in JVMs of their own, on real servers that tests start. */
package io.fusebox.testapp.database;
