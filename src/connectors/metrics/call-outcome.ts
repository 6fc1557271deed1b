import type { CallFailure } from '../http/call-failure.js';

/**
 * Outcomes of calls in metrics, the same for all operators and acquirers.
 * - `ok`, `declined`: a definite response to any operation
 * - `pending`: the provider is still at work
 * - `malformed`: the response cannot be understood
 * - `error`: the response has an error status
 * - `timeout`, `interrupted`: no complete response
 * - `unreachable`: no connection
 */
export const CALL_OUTCOMES = ['ok', 'declined', 'pending', 'malformed', 'error', 'timeout', 'interrupted', 'unreachable'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

const DECLINED: ReadonlySet<string> = new Set(['refused', 'wrong_code', 'failed', 'rejected', 'canceled', 'expired']);
/** Outcomes of connectors with an unknown effect at the provider. */
const OPEN: ReadonlySet<string> = new Set(['pending', 'unknown', 'unavailable']);

/** @param reported the connector's outcome @param failure of the provider request, or null */
export function callOutcome(reported: string, failure: CallFailure | null): CallOutcome {
  if (reported === 'not_sent') return 'unreachable';
  if (DECLINED.has(reported)) return 'declined';
  if (!OPEN.has(reported)) return 'ok';
  return failure ?? (reported === 'pending' ? 'pending' : 'malformed');
}
