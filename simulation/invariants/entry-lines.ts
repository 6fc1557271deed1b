import type { EntryRow } from './observations.js';

/** The lines that an entry must have, or why it must not exist. */
export type ExpectedEntry = { why: string } | { test: boolean; lines: Record<string, number> };

/** Lines of 0 are not posted. */
export function lines(test: boolean, all: Readonly<Record<string, number>>): ExpectedEntry {
  return { test, lines: Object.fromEntries(Object.entries(all).filter(([, minor]) => minor !== 0)) };
}

/** An entry's lines by account; a partner's account is followed by the partner. */
export function linesOf({ postings }: EntryRow): Record<string, number> {
  return Object.fromEntries(postings.map(({ account, partner, minor }) => [[account, partner].join(' ').trim(), minor]));
}

/** The provider whose clearing account an entry names. */
export function clearingOf({ postings }: EntryRow): string | undefined {
  return postings
    .map(({ account }) => account)
    .find((account) => account.startsWith('platform:clearing:'))
    ?.split(':')[2];
}
