/** Refusals that say nothing about the request's effect: they are not kept, and the same key may be tried again. */
const NOT_KEPT = new Set([401, 403, 413, 415, 422, 429]);

/** Whether an answer of this status is kept under the request's `Idempotency-Key` and given again. */
export const isKept = (status: number): boolean => status < 500 && !NOT_KEPT.has(status);
