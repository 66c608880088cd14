/** Makes jars of jars, as Spring Boot's build plugins do. */
package io.fusebox.testapp.boot;
