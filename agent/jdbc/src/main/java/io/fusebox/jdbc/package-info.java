/**
 * The adapter for JDBC, whatever the driver: it watches calls and re-invokes none. Loaded where
 * {@code java.sql} is, when the first of a driver's classes turns up. One call on a connection is
 * an {@link io.fusebox.jdbc.Execution}, one connect a {@link io.fusebox.jdbc.Connecting}.
 */
package io.fusebox.jdbc;
