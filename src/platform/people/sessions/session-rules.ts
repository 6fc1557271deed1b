const MINUTE_MS = 60_000;

/** A session of staff ends after this time without requests, as PCI DSS 8.2.8 requires. */
export const STAFF_IDLE_MS = 15 * MINUTE_MS;
/** A session ends after this time even when it is used. */
export const MAX_SESSION_MS = 12 * 60 * MINUTE_MS;
/** How long after authentication a user may change keys, team members and the like. */
export const RECENT_AUTHENTICATION_MS = 5 * MINUTE_MS;
/** `last_seen_at` of a session is updated at most once in this time. */
export const LAST_SEEN_INTERVAL_MS = MINUTE_MS;

export const isRecentlyAuthenticated = (authenticatedAt: Date, now: Date): boolean =>
  now.getTime() - authenticatedAt.getTime() <= RECENT_AUTHENTICATION_MS;
