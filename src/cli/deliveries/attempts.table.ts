import type { Cell } from '../output/cell.js';
import { table } from '../output/table.js';
import type { attemptView } from './delivery.view.js';

type Attempt = ReturnType<typeof attemptView>;

const MAX_RESPONSE = 80;
const COLUMNS = ['number', 'started_at', 'outcome', 'http_status', 'error', 'duration_ms', 'response'] as const;

/**
 * Attempts for people, with as much of each response as fits a line, and how many there were that are no longer kept.
 * @param first columns that stand before, where the attempts are not all of one delivery.
 */
export function attemptsTable<K extends string = never>(
  attempts: readonly (Attempt & { [key in K]: Cell })[],
  cleared: number,
  ...first: K[]
): string {
  const kept = attempts.length > 0 ? tableOf(attempts, first) : '';
  return [kept, clearedAttempts(cleared)].filter(Boolean).join('\n');
}

function clearedAttempts(count: number): string {
  if (count === 0) return '';
  return `${count} older ${count === 1 ? 'attempt was' : 'attempts were'} cleared: attempts are kept for WEBHOOK_ATTEMPT_RETENTION_MONTHS only.`;
}

function tableOf<K extends string>(attempts: readonly (Attempt & { [key in K]: Cell })[], first: K[]): string {
  const rows = attempts.map((attempt) => ({
    ...attempt,
    outcome: attempt.outcome ?? 'under way',
    response: attempt.response && attempt.response.trim().slice(0, MAX_RESPONSE),
  }));
  return table<Record<K | (typeof COLUMNS)[number], Cell>, K | (typeof COLUMNS)[number]>(rows, [...first, ...COLUMNS]);
}
