/** Programs that talk to databases, through the driver that their class path has. */
package io.fusebox.testapp.databases;
