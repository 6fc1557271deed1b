import type { IdempotencyKey } from './idempotency-key.entity.js';

/** A request's hold on its key. */
export type KeyClaim = Pick<IdempotencyKey, 'partnerId' | 'key' | 'claimId'>;

/** An answer, byte for byte. */
export interface StoredAnswer {
  status: number;
  body: string;
}

/** An answer to be kept under its key. It is written in the transaction of the change, so that neither is there without the other. */
export interface KeptAnswer extends KeyClaim, StoredAnswer {}

/** Makes the answer to keep from the result of the change; undefined where nothing is kept. */
export type AlsoKept<Result> = ((result: Result) => KeptAnswer) | undefined;

/** Refusals before the request had any effect: they are not kept, and the same key may be tried again. */
const NOT_KEPT = new Set([401, 403, 413, 415, 422, 429]);

/** Whether an answer of this status is kept under the request's `Idempotency-Key` and given again. */
export const isKept = (status: number): boolean => status < 500 && !NOT_KEPT.has(status);
