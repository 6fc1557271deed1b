import type { DataSource, EntityManager } from 'typeorm';
import { DomainError } from '../../common/errors/domain-error.js';
import { runNamed } from '../../runtime/database/named-query.js';
import { insertionOf } from '../../runtime/database/rows/row-insertion.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

/** The claim of a request on its key. Only the request with the current `claimId` may store a response or release the key. */
export type KeyClaim = Pick<IdempotencyKey, 'partnerId' | 'key' | 'claimId'>;

/** A response, byte for byte. */
export interface ResponseContent {
  status: number;
  body: string;
}

/** A response that is stored under its key in the transaction of the change, so that neither the response nor the change exists alone. */
export interface StoredResponse extends KeyClaim, ResponseContent {
  /** Set when the key is claimed in the statement that inserts the request's row. */
  unclaimed?: Pick<IdempotencyKey, 'fingerprint' | 'claimedAt'>;
}

/** Makes the stored response from the result of the change. Undefined when the request has no key. */
export type BuildStoredResponse<Result> = ((result: Result) => StoredResponse) | undefined;

/** Statuses of requests that were rejected before any effect. Such a response is not stored, and the key may be used again. */
const REJECTION_STATUSES = new Set([401, 403, 413, 415, 422, 429]);

/** Whether a response with this status is stored under the request's `Idempotency-Key` and replayed. */
export const isStorableStatus = (status: number): boolean => status < 500 && !REJECTION_STATUSES.has(status);

export function storedResponse(claim: KeyClaim, status: number, response: unknown): StoredResponse {
  return { partnerId: claim.partnerId, key: claim.key, claimId: claim.claimId, status, body: JSON.stringify(response) ?? '' };
}

const ANSWERED_KEYS = insertionOf(IdempotencyKey);
export const ANSWERED_KEY_PARAMETERS = ANSWERED_KEYS.parameters;

/**
 * An INSERT that claims keys and returns the `claim_id` of each key that was not used before. It waits for no other transaction. A key in
 * use is skipped by a separate lookup, even while its response is being stored. A key that another transaction claims at this moment is
 * skipped because of its advisory lock.
 */
export function claimKeys(insert: string): string {
  return `${insert}
    WHERE pg_try_advisory_xact_lock(hashtextextended('idempotency-key:' || fresh.partner_id || ':' || fresh.key, 0))
      AND (SELECT k.claim_id FROM idempotency_key k WHERE k.partner_id = fresh.partner_id AND k.key = fresh.key) IS NULL
    ON CONFLICT DO NOTHING RETURNING claim_id`;
}

/**
 * A member `claimed (claim_id)` of a WITH that claims keys and stores their responses, like {@link claimKeys}.
 * @param first number of the first of {@link ANSWERED_KEY_PARAMETERS} parameters.
 */
export const claimKeysWithResponse = (first: number): string => `claimed AS (${claimKeys(ANSWERED_KEYS.insert(first))})`;

/** @param responses the `subject` of each response becomes the id of its claim. */
export const storedResponseValues = (responses: readonly ResponseOfRow[]): unknown[] =>
  ANSWERED_KEYS.values(
    responses.flatMap(({ subject, responseToStore: { unclaimed, ...response } }) =>
      unclaimed ? [{ ...response, ...unclaimed, claimId: subject }] : [],
    ),
  );

/** A response and the id of the row that its request changed. */
export interface ResponseOfRow {
  subject: string;
  responseToStore: StoredResponse;
}

/** Types of the parameters: subject (row id), partner, key, claim, HTTP status and body of each response. */
const PARAMETER_TYPES = ['uuid', 'uuid', 'text', 'uuid', 'smallint', 'text'];
export const RESPONSE_PARAMETERS = PARAMETER_TYPES.length;

/**
 * Members of a WITH that store responses in the statement that makes the changes. `response (subject, …)` has all responses, `stored
 * (subject)` those that were stored. The statement must not write a row whose response was not stored, because another request has taken
 * over its key. Each key is looked up separately and compared twice, so that the planner expects few rows. Otherwise a plan made while the
 * table was small would later read the whole table.
 * @param firstParameter number of the first of {@link RESPONSE_PARAMETERS} parameters.
 * @param lockedKeys whether to wait for keys that another transaction has locked, or to skip them.
 */
export function storeResponsesSql(firstParameter: number, lockedKeys: 'wait' | 'pass over'): string {
  const [subject, partner, key, claim, status, body] = PARAMETER_TYPES.map(
    (type, index) => `(SELECT $${firstParameter + index}::${type}[])`,
  );
  return `
    response AS (
      SELECT * FROM unnest(${subject}, ${partner}, ${key}, ${claim}, ${status}, ${body})
        AS r (subject, partner_id, key, claim_id, status, body)
    ), open AS (
      SELECT k.partner_id, k.key, response.subject, response.status, response.body
      FROM response CROSS JOIN LATERAL (
        SELECT partner_id, key FROM idempotency_key
        WHERE partner_id = response.partner_id AND key = response.key AND claim_id = response.claim_id AND status IS NULL
        FOR NO KEY UPDATE${lockedKeys === 'wait' ? '' : ' SKIP LOCKED'}
      ) AS k WHERE k.key = response.key
    ), stored AS (
      UPDATE idempotency_key k SET status = open.status, body = open.body FROM open
      WHERE k.partner_id = open.partner_id AND k.key = open.key RETURNING open.subject
    )`;
}

export function responseValues(responses: readonly ResponseOfRow[]): unknown[] {
  return [
    responses.map(({ subject }) => subject),
    responses.map(({ responseToStore }) => responseToStore.partnerId),
    responses.map(({ responseToStore }) => responseToStore.key),
    responses.map(({ responseToStore }) => responseToStore.claimId),
    responses.map(({ responseToStore }) => responseToStore.status),
    responses.map(({ responseToStore }) => responseToStore.body),
  ];
}

/** For a request whose claim another request has taken over: its change must not be made. */
export const claimLostError = (): DomainError =>
  new DomainError('IDEMPOTENCY_CONFLICT', { message: 'Another request with this Idempotency-Key has taken over.' });

/** Thrown when an earlier request used the key: its response is replayed. */
export class KeyWasUsedError extends Error {}

const STORE = { name: 'idempotency_keep', text: `WITH ${storeResponsesSql(1, 'wait')} SELECT subject FROM stored` };

/**
 * Stores one response.
 * @param database the transaction of the change, or the data source when nothing was changed.
 * @throws DomainError IDEMPOTENCY_CONFLICT when the claim was taken over: the change must not be committed.
 */
export async function storeResponse(database: EntityManager | DataSource, response: StoredResponse): Promise<void> {
  const stored = await runNamed(database, STORE, responseValues([{ subject: response.claimId, responseToStore: response }]));
  if (stored.length === 0) throw claimLostError();
}
