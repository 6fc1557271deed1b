import type { CallFailure } from '../http/call-failure.js';

/**
 * Outcomes of calls in metrics, the same for all operators and acquirers.
 * - `ok`, `declined`: an answer to any operation
 * - `pending`: the other party is still at work
 * - `malformed`: an answer that cannot be understood; `error`: one with an error status
 * - `timeout`, `interrupted`: no answer; `unreachable`: no connection
 */
export const CALL_OUTCOMES = ['ok', 'declined', 'pending', 'malformed', 'error', 'timeout', 'interrupted', 'unreachable'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

const DECLINED: ReadonlySet<string> = new Set(['refused', 'wrong_code', 'failed', 'rejected', 'canceled', 'expired']);
/** Outcomes of connectors that leave open what has happened. */
const OPEN: ReadonlySet<string> = new Set(['pending', 'unknown', 'unavailable']);

/** @param reported the connector's outcome @param trouble what was wrong with the HTTP exchange, if anything */
export function callOutcome(reported: string, trouble: CallFailure | null): CallOutcome {
  if (reported === 'not_sent') return 'unreachable';
  if (DECLINED.has(reported)) return 'declined';
  if (!OPEN.has(reported)) return 'ok';
  return trouble ?? (reported === 'pending' ? 'pending' : 'malformed');
}
