/**
 * SQLSTATE classes and codes of temporary failures, after which a retry may succeed. 08: the connection failed. 53: insufficient resources,
 * such as a full disk or too many connections. 57P0: staff or a shutdown ended the session. 57014, 55P03 and 25P03: time-outs of a
 * statement, a lock and an idle transaction. 25006: a read-only server, which is a standby or a demoted primary. 55000: the database
 * accepts no connections because it is being restored or moved.
 */
const UNAVAILABLE_STATES = /^(08|53|57P0|57014|55P03|25P03|25006|55000)/;
const UNAVAILABLE_SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']);
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable/;
/** When a transaction's connection breaks, TypeORM releases the connection. The transaction's next statement then fails with this error. */
const CONNECTION_RELEASED = 'QueryRunnerAlreadyReleasedError';

export const RETRY_WHEN_UNAVAILABLE_SECONDS = 2;

interface ErrorLike {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  errors?: unknown;
  driverError?: unknown;
}

/**
 * Whether the error means that the database cannot be reached or refuses work for the moment. It checks the error's shape instead of its
 * class, because Jest runs tests in another realm, whose class `Error` is not that of Node's system errors.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, message, errors, driverError } = error as ErrorLike;
  if (name === CONNECTION_RELEASED) return true;
  if (typeof code === 'string' && (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code))) return true;
  if (typeof message === 'string' && UNAVAILABLE_MESSAGES.test(message)) return true;
  if (Array.isArray(errors)) return errors.some(isDatabaseUnavailable);
  return isDatabaseUnavailable(driverError);
}
