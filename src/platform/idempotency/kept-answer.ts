import type { IdempotencyKey } from './idempotency-key.entity.js';

/** A request's hold on its key. */
export type KeyClaim = Pick<IdempotencyKey, 'partnerId' | 'key' | 'claimId'>;

/** What was answered, byte for byte. */
export interface StoredAnswer {
  status: number;
  body: string;
}

/** An answer as it is kept under its key. It stands or falls with the change it tells of, so whoever makes the change writes it along. */
export interface KeptAnswer extends KeyClaim, StoredAnswer {}

/** Makes the answer to keep of what the change resulted in; undefined where nothing is kept. */
export type AlsoKept<Result> = ((result: Result) => KeptAnswer) | undefined;
