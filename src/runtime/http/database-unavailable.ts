// SQLSTATE classes and codes that say "not now": connection failures, insufficient resources (disk full, too many
// connections), operator intervention, and what took too long: a statement, a lock, a transaction that stood still. They pass
// by themselves, so the caller is asked to come back. So does a server that only reads (it is a standby, or the primary no longer), and a
// database that takes no connections, as while it is restored or moved.
const UNAVAILABLE_STATES = /^(08|53|57P0|57014|55P03|25P03|25006|55000)/;
const UNAVAILABLE_SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']);
const UNAVAILABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable/;
// TypeORM gives a transaction's connection back as soon as it breaks; the transaction then fails with this at its next statement.
const CONNECTION_GIVEN_BACK = 'QueryRunnerAlreadyReleasedError';

/** When to come back. */
export const RETRY_WHEN_UNAVAILABLE_SECONDS = 2;

interface ErrorLike {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  errors?: unknown;
  driverError?: unknown;
}

/** Whether the error means that the database cannot be reached or refuses work for the moment. Judged by shape: system errors come from another realm. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, message, errors, driverError } = error as ErrorLike;
  if (name === CONNECTION_GIVEN_BACK) return true;
  if (typeof code === 'string' && (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM.has(code))) return true;
  if (typeof message === 'string' && UNAVAILABLE_TEXT.test(message)) return true;
  if (Array.isArray(errors)) return errors.some(isDatabaseUnavailable);
  return isDatabaseUnavailable(driverError);
}
