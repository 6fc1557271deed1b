/** Matches an error line of PostgreSQL's log, its continuation lines, and the DETAIL, HINT and similar lines after it. */
const ERRORS = /^\S.* (\w{5}) ERROR: .*(?:\n\t.*)*(?:\n\S.* (?:DETAIL|HINT|QUERY|CONTEXT|STATEMENT): .*(?:\n\t.*)*)*/gm;

/**
 * Defects that passing tests may hide, because the program retries or continues without the result.
 * Deadlocks mean that rows are locked in more than one order. Syntax errors mean SQL that this version of PostgreSQL does not support.
 */
const DEFECT_SQL_STATES = ['40P01', '42601'];

/** @returns errors that fail the run. @param log of a server with `DISPOSABLE_SETTINGS`, whose lines contain the SQLSTATE */
export function serverLogErrors(log: string): string[] {
  return [...log.matchAll(ERRORS)].filter(([, sqlState = '']) => DEFECT_SQL_STATES.includes(sqlState)).map(([error]) => error);
}
