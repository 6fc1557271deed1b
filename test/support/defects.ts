/** A line of PostgreSQL's log, and those that continue it; and those that say more about an error. */
const ERRORS = /^\S.* (\w{5}) ERROR: .*(?:\n\t.*)*(?:\n\S.* (?:DETAIL|HINT|QUERY|CONTEXT|STATEMENT): .*(?:\n\t.*)*)*/gm;

/**
 * What is a defect whatever the tests say, since a second try, or code that goes on without its answer, hides it: transactions that waited
 * for each other until PostgreSQL ended one, as rows were locked in more than one order; and text that is no SQL for this version.
 */
const DEFECTS = ['40P01', '42601'];

/** @param log of a server with the settings `DISPOSABLE`. */
export function defectsIn(log: string): string[] {
  return [...log.matchAll(ERRORS)].filter(([, sqlState = '']) => DEFECTS.includes(sqlState)).map(([error]) => error);
}
