/**
 * Generations of client libraries that expect more than the reference says. `A`: additional keys, and a sentence in every error. `B`: older
 * ones; all of that, and texts in place of null.
 */
export const CLIENT_TIERS = ['A', 'B'] as const;
export type ClientTier = (typeof CLIENT_TIERS)[number];
