/** No step of a test takes this long, even on a busy machine. */
export const PATIENCE_MS = 60_000;

/**
 * Polls begin five seconds after this time-out, and tests wait for them in steps of 30 seconds.
 * `replaceTimeouts` finds a time-out by its length. Therefore no other time-out has this length.
 */
export const CONNECTOR_TIMEOUT_MS = 20_000;

/**
 * Time-outs of the gateways of tests. With the time-outs of production, tests that do not concern time would fail on a busy machine.
 * A test about a time-out sets its own.
 */
export const TEST_TIMEOUT_SETTINGS = {
  DATABASE_CONNECTION_TIMEOUT_MS: String(PATIENCE_MS),
  DATABASE_STATEMENT_TIMEOUT_MS: String(PATIENCE_MS),
  DATABASE_LOCK_TIMEOUT_MS: String(PATIENCE_MS),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: String(PATIENCE_MS),
  CONNECTOR_TIMEOUT_MS: String(CONNECTOR_TIMEOUT_MS),
};

/** Default time-outs of the gateway, for tests about them: the gateway uses the default for an empty setting. */
export const PRODUCTION_TIMEOUTS = Object.fromEntries(Object.keys(TEST_TIMEOUT_SETTINGS).map((name) => [name, '']));
