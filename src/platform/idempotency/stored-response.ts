import type { DataSource, EntityManager } from 'typeorm';
import { DomainError } from '../../common/errors/domain-error.js';
import { runNamed } from '../../runtime/database/named-query.js';
import { insertionOf } from '../../runtime/database/rows/row-insertion.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

/** A request's hold on its key. */
export type KeyClaim = Pick<IdempotencyKey, 'partnerId' | 'key' | 'claimId'>;

/** An answer, byte for byte. */
export interface ResponseContent {
  status: number;
  body: string;
}

/** An answer to be stored under its key, in the transaction of the change: neither exists without the other. */
export interface StoredResponse extends KeyClaim, ResponseContent {
  /** Set when the key is claimed only now, with the row that the request makes. */
  unclaimed?: Pick<IdempotencyKey, 'fingerprint' | 'claimedAt'>;
}

/** Makes the answer to store from the result of the change; undefined when nothing is stored. */
export type BuildStoredResponse<Result> = ((result: Result) => StoredResponse) | undefined;

/** Statuses of refusals before any effect: they are not stored, and the key may be used again. */
const NOT_STORED = new Set([401, 403, 413, 415, 422, 429]);

/** Whether an answer of this status is stored under the request's `Idempotency-Key` and given again. */
export const isStorableStatus = (status: number): boolean => status < 500 && !NOT_STORED.has(status);

export function storedResponse(claim: KeyClaim, status: number, answer: unknown): StoredResponse {
  return { partnerId: claim.partnerId, key: claim.key, claimId: claim.claimId, status, body: JSON.stringify(answer) ?? '' };
}

const ANSWERED_KEYS = insertionOf(IdempotencyKey);
export const ANSWERED_KEY_PARAMETERS = ANSWERED_KEYS.parameters;

/**
 * An INSERT that claims keys, and returns the `claim_id` of those that were not used before. It waits for no other transaction: one that writes an
 * answer holds a known key, which is left out before by a look-up of its own; one that claims the same key at this moment has its advisory lock. In
 * order all the same, because processes of an earlier version take no such lock.
 */
export function claimKeys(insert: string): string {
  return `${insert}
    WHERE pg_try_advisory_xact_lock(hashtextextended('idempotency-key:' || fresh.partner_id || ':' || fresh.key, 0))
      AND (SELECT k.claim_id FROM idempotency_key k WHERE k.partner_id = fresh.partner_id AND k.key = fresh.key) IS NULL
    ORDER BY fresh.partner_id, fresh.key ON CONFLICT DO NOTHING RETURNING claim_id`;
}

/** The same as a member of a WITH: `claimed (claim_id)`. @param first number of the first of {@link ANSWERED_KEY_PARAMETERS} parameters. */
export const claimKeysWithResponse = (first: number): string => `claimed AS (${claimKeys(ANSWERED_KEYS.insert(first))})`;

/** @param answers the `subject` becomes the id of the claim. */
export const answeredKeyValues = (answers: readonly ResponseOfRow[]): unknown[] =>
  ANSWERED_KEYS.values(
    answers.flatMap(({ subject, answer: { unclaimed, ...answer } }) => (unclaimed ? [{ ...answer, ...unclaimed, claimId: subject }] : [])),
  );

/** An answer and the id of the row that it is about. */
export interface ResponseOfRow {
  subject: string;
  answer: StoredResponse;
}

const TYPES = ['uuid', 'uuid', 'text', 'uuid', 'smallint', 'text'];
export const RESPONSE_PARAMETERS = TYPES.length;

/**
 * Members of a WITH that store answers in the statement that makes the changes: `answer (subject, …)` are the given ones, `kept (subject)` those
 * whose claim still stood. A row whose answer was not stored must not be written: another request has taken over its key.
 * Each key is looked up by itself and compared twice, so that the planner expects few rows: otherwise a plan made while the table was
 * small would read the whole of it later.
 * @param first number of the first of {@link RESPONSE_PARAMETERS} parameters.
 * @param busy whether to wait for keys that another transaction has locked, or to skip them.
 */
export function storeResponsesSql(first: number, busy: 'wait' | 'pass over'): string {
  const [subject, partner, key, claim, status, body] = TYPES.map((type, index) => `(SELECT $${first + index}::${type}[])`);
  return `
    answer AS (
      SELECT * FROM unnest(${subject}, ${partner}, ${key}, ${claim}, ${status}, ${body})
        AS a (subject, partner_id, key, claim_id, status, body)
    ), standing AS (
      SELECT k.partner_id, k.key, answer.subject, answer.status, answer.body
      FROM answer CROSS JOIN LATERAL (
        SELECT partner_id, key FROM idempotency_key
        WHERE partner_id = answer.partner_id AND key = answer.key AND claim_id = answer.claim_id AND status IS NULL
        FOR NO KEY UPDATE${busy === 'wait' ? '' : ' SKIP LOCKED'}
      ) AS k WHERE k.key = answer.key
    ), kept AS (
      UPDATE idempotency_key k SET status = standing.status, body = standing.body FROM standing
      WHERE k.partner_id = standing.partner_id AND k.key = standing.key RETURNING standing.subject
    )`;
}

export function responseValues(answers: readonly ResponseOfRow[]): unknown[] {
  return [
    answers.map(({ subject }) => subject),
    answers.map(({ answer }) => answer.partnerId),
    answers.map(({ answer }) => answer.key),
    answers.map(({ answer }) => answer.claimId),
    answers.map(({ answer }) => answer.status),
    answers.map(({ answer }) => answer.body),
  ];
}

/** Another request has taken over the claim, so the change must not be made. */
export const claimLostError = (): DomainError =>
  new DomainError('IDEMPOTENCY_CONFLICT', { message: 'Another request with this Idempotency-Key has taken over.' });

/** Another request used the key before: its answer counts. */
export class KeyWasUsed extends Error {}

const KEEP = { name: 'idempotency_keep', text: `WITH ${storeResponsesSql(1, 'wait')} SELECT subject FROM kept` };

/**
 * Stores one answer.
 * @param on the transaction of the change, or the data source when nothing was changed.
 * @throws DomainError IDEMPOTENCY_CONFLICT when the claim was taken over: the change must not be committed.
 */
export async function storeResponse(on: EntityManager | DataSource, answer: StoredResponse): Promise<void> {
  const kept = await runNamed(on, KEEP, responseValues([{ subject: answer.claimId, answer }]));
  if (kept.length === 0) throw claimLostError();
}
