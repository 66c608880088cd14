/**
 * Hours of calls with faults, after which everything has to be where it began. Run by hand, and for
 * some seconds by a test.
 */
package io.fusebox.testapp.soak;
