// SQLSTATE classes and codes of temporary failures, after which a retry makes sense: connection failures, insufficient resources (disk full, too
// many connections), operator intervention, time-outs (statement, lock, idle transaction), a read-only server (a standby or a demoted primary), and a
// database that accepts no connections because it is being restored or moved.
const UNAVAILABLE_STATES = /^(08|53|57P0|57014|55P03|25P03|25006|55000)/;
const UNAVAILABLE_SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']);
const UNAVAILABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable/;
// When a transaction's connection breaks, TypeORM releases the connection. The transaction's next statement then fails with this error.
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
 * Whether the error means that the database cannot be reached or refuses work for the moment. It checks the error's shape instead of its class,
 * because in jest system errors come from another realm.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, message, errors, driverError } = error as ErrorLike;
  if (name === CONNECTION_RELEASED) return true;
  if (typeof code === 'string' && (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM.has(code))) return true;
  if (typeof message === 'string' && UNAVAILABLE_TEXT.test(message)) return true;
  if (Array.isArray(errors)) return errors.some(isDatabaseUnavailable);
  return isDatabaseUnavailable(driverError);
}
