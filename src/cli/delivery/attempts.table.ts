import { table } from '../output/table.js';
import type { attemptView } from './delivery.view.js';

const MAX_ANSWER = 80;

/** Attempts for people, with as much of each answer as fits a line. */
export function attemptsTable(attempts: readonly ReturnType<typeof attemptView>[]): string {
  if (attempts.length === 0) return '';
  const rows = attempts.map((attempt) => ({
    ...attempt,
    outcome: attempt.outcome ?? 'under way',
    answer: attempt.answer && attempt.answer.trim().slice(0, MAX_ANSWER),
  }));
  return table(rows, ['number', 'started_at', 'outcome', 'http_status', 'error', 'duration_ms', 'answer']);
}
