import type { DataSource, EntityManager } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import { answerValues, claimLost, keepAnswers } from './keep-statement.js';
import type { KeptAnswer } from './kept-answer.js';

const KEEP = { name: 'idempotency_keep', text: `WITH ${keepAnswers(1, 'wait')} SELECT subject FROM kept` };

/**
 * Keeps one answer.
 * @param on the transaction of the change it tells of, or the data source when nothing was changed.
 * @throws DomainError IDEMPOTENCY_CONFLICT when the claim was taken over: the change must not be committed.
 */
export async function keepAnswer(on: EntityManager | DataSource, answer: KeptAnswer): Promise<void> {
  const kept = await runNamed(on, KEEP, answerValues([{ subject: answer.claimId, answer }]));
  if (kept.length === 0) throw claimLost();
}
