/**
 * A service as there are many: its calls have no timeouts, and nobody dares to change it. It knows
 * nothing of the agent.
 */
package io.fusebox.testapp.legacy;
