/** What programs in forked JVMs are told and what they tell, on every Java. */
package io.fusebox.testapp.report;
