/** A line of PostgreSQL's log, and those that continue it; and those that say more about an error. */
const ERRORS = /^\S.* (\w{5}) ERROR: .*(?:\n\t.*)*(?:\n\S.* (?:DETAIL|HINT|QUERY|CONTEXT|STATEMENT): .*(?:\n\t.*)*)*/gm;

/**
 * Defects that passing tests may hide, because the program tries again or goes on without the answer: deadlocks, which mean that rows were
 * locked in more than one order, and text that is no SQL for this version.
 */
const DEFECTS = ['40P01', '42601'];

/** @param log of a server with the settings `DISPOSABLE`. */
export function serverLogErrors(log: string): string[] {
  return [...log.matchAll(ERRORS)].filter(([, sqlState = '']) => DEFECTS.includes(sqlState)).map(([error]) => error);
}
