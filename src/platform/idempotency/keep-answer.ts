import type { DataSource, EntityManager } from 'typeorm';
import { DomainError } from '../../common/errors/domain-error.js';
import { runNamed } from '../../runtime/database/named-query.js';
import type { KeptAnswer } from './kept-answer.js';

/** An answer and the id of the row that it is about. */
interface AnswerOfRow {
  subject: string;
  answer: KeptAnswer;
}

const TYPES = ['uuid', 'uuid', 'text', 'uuid', 'smallint', 'text'];
export const ANSWER_PARAMETERS = TYPES.length;

/**
 * Members of a WITH that keep answers in the statement that makes the changes: `answer (subject, …)` are those given, `kept (subject)` those
 * whose claim still stood. A row with an answer that is not kept must not be written: another request has taken over its key.
 * Each key is looked up by itself, and compared twice so that the planner expects few rows: otherwise a plan made while the table was
 * small would read the whole of it later.
 * @param first number of the first of {@link ANSWER_PARAMETERS} parameters.
 * @param busy whether to wait for keys that another transaction has locked, or to skip them.
 */
export function keepAnswers(first: number, busy: 'wait' | 'pass over'): string {
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

export function answerValues(answers: readonly AnswerOfRow[]): unknown[] {
  return [
    answers.map(({ subject }) => subject),
    answers.map(({ answer }) => answer.partnerId),
    answers.map(({ answer }) => answer.key),
    answers.map(({ answer }) => answer.claimId),
    answers.map(({ answer }) => answer.status),
    answers.map(({ answer }) => answer.body),
  ];
}

/** Another request took over the claim, so the change must not be made. */
export const claimLost = (): DomainError =>
  new DomainError('IDEMPOTENCY_CONFLICT', { message: 'Another request with this Idempotency-Key has taken over.' });

const KEEP = { name: 'idempotency_keep', text: `WITH ${keepAnswers(1, 'wait')} SELECT subject FROM kept` };

/**
 * Keeps one answer.
 * @param on the transaction of the change that is answered, or the data source when nothing was changed.
 * @throws DomainError IDEMPOTENCY_CONFLICT when the claim was taken over: the change must not be committed.
 */
export async function keepAnswer(on: EntityManager | DataSource, answer: KeptAnswer): Promise<void> {
  const kept = await runNamed(on, KEEP, answerValues([{ subject: answer.claimId, answer }]));
  if (kept.length === 0) throw claimLost();
}
