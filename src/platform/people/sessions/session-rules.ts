const MINUTE_MS = 60_000;

/** PCI DSS 8.2.8. */
export const STAFF_IDLE_MS = 15 * MINUTE_MS;
export const MAX_SESSION_MS = 12 * 60 * MINUTE_MS;
/** How long after a proof changes of keys, people and the like are allowed. */
export const FRESH_MS = 5 * MINUTE_MS;
/** A request notes its time unless one has within this time. */
export const NOTED_EVERY_MS = MINUTE_MS;

export const isFresh = (provedAt: Date, now: Date): boolean => now.getTime() - provedAt.getTime() <= FRESH_MS;
