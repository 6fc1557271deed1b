// SQLSTATE classes and codes that say "not now": connection failures, insufficient resources (disk full, too many
// connections), operator intervention. They pass by themselves, so the caller is told to come back.
const UNAVAILABLE_STATES = /^(08|53|57P0)/;
const UNAVAILABLE_SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']);
const UNAVAILABLE_TEXT = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether the error means that the database cannot be reached or refuses work for the moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM.has(code) || UNAVAILABLE_TEXT.test(error.message)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return 'driverError' in error && isDatabaseUnavailable(error.driverError);
}
