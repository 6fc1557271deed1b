/**
 * Generations of client libraries that expect more than the API reference says. `A`: additional keys, and a sentence in every error. `B`:
 * older clients that expect the same as `A`, and texts in place of null.
 */
export const CLIENT_TIERS = ['A', 'B'] as const;
export type ClientTier = (typeof CLIENT_TIERS)[number];
