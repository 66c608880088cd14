/**
 * Programs for the forked JVMs of the tests: many named scenarios with a client, each reporting
 * what happened to it. They know neither the agent nor what is right; that is for the tests to say.
 */
package io.fusebox.testapp.scenario;
