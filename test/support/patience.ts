/** Milliseconds. Longer than anything takes on a busy machine. */
export const PATIENCE_MS = 60_000;

/** Polls begin five seconds after it, which tests of unknown outcomes wait for by half minutes of business time. No other wait has exactly this length. */
export const CONNECTOR_TIMEOUT_MS = 20_000;

/**
 * Time-outs of the tests' gateways. With production's a busy machine would fail tests that have nothing to do with time. A test about a time-out sets
 * its own.
 */
export const PATIENT = {
  DATABASE_CONNECTION_TIMEOUT_MS: String(PATIENCE_MS),
  DATABASE_STATEMENT_TIMEOUT_MS: String(PATIENCE_MS),
  DATABASE_LOCK_TIMEOUT_MS: String(PATIENCE_MS),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: String(PATIENCE_MS),
  CONNECTOR_TIMEOUT_MS: String(CONNECTOR_TIMEOUT_MS),
};

/** The gateway's own time-outs, for tests about them: an empty setting is as none. */
export const PRODUCTION_TIMEOUTS = Object.fromEntries(Object.keys(PATIENT).map((name) => [name, '']));
