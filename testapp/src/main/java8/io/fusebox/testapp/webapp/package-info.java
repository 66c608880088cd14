/** A container with applications in it, each in a loader of its own. */
package io.fusebox.testapp.webapp;
