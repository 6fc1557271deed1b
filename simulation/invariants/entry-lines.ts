import type { EntryRow } from './observations.js';

/** What an entry must say, or why there must be none. */
export type Expected = { why: string } | { test: boolean; lines: Record<string, number> };

/** Lines of nothing are not posted. */
export function lines(test: boolean, all: Readonly<Record<string, number>>): Expected {
  return { test, lines: Object.fromEntries(Object.entries(all).filter(([, minor]) => minor !== 0)) };
}

/** An entry's lines by their accounts, with the partner behind one of his. */
export function linesOf({ postings }: EntryRow): Record<string, number> {
  return Object.fromEntries(postings.map(({ account, partner, minor }) => [[account, partner].join(' ').trim(), minor]));
}

/** The party whose clearing account an entry names. */
export function clearingOf({ postings }: EntryRow): string | undefined {
  return postings
    .map(({ account }) => account)
    .find((account) => account.startsWith('platform:clearing:'))
    ?.split(':')[2];
}
