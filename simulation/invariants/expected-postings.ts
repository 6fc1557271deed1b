import type { EntryRow } from './observations.js';

/** The postings that an entry must have, by account as in `postingsByAccount`, or why there must be no such entry. */
export type ExpectedEntry = { problem: string } | { test: boolean; postings: Record<string, number> };

/** Postings of 0 are left out, since the gateway does not post them. */
export function newExpectedEntry(test: boolean, postings: Readonly<Record<string, number>>): ExpectedEntry {
  return { test, postings: Object.fromEntries(Object.entries(postings).filter(([, minor]) => minor !== 0)) };
}

/** Minor units by account. A partner's account is followed by a space and the partner's id. */
export function postingsByAccount({ postings }: EntryRow): Record<string, number> {
  return Object.fromEntries(postings.map(({ account, partner, minor }) => [[account, partner].join(' ').trim(), minor]));
}

/** The provider whose clearing account the entry names; undefined when it names none. */
export function clearingProviderOf({ postings }: EntryRow): string | undefined {
  return postings
    .map(({ account }) => account)
    .find((account) => account.startsWith('platform:clearing:'))
    ?.split(':')[2];
}
