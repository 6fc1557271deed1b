import type { CallFailure } from '../http/call-failure.js';

/**
 * Outcomes of calls in metrics, the same for all operators and acquirers.
 * - `ok`: a definite response, also that the provider does not know the reference
 * - `declined`: the provider refused, the code was wrong, or the payment or refund ended without success
 * - `pending`: a response without a definite outcome
 * - `malformed`: the response cannot be understood
 * - `error`: the response has a status of 300 or more, or the connector has thrown an error, which is a bug
 * - `timeout`, `interrupted`: no complete response
 * - `unreachable`: no connection
 */
export const CALL_OUTCOMES = ['ok', 'declined', 'pending', 'malformed', 'error', 'timeout', 'interrupted', 'unreachable'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

const DECLINED_OUTCOMES: ReadonlySet<string> = new Set(['refused', 'wrong_code', 'failed', 'rejected', 'canceled', 'expired']);
/** A connector's outcomes with an unknown effect at the provider. */
const OPEN_OUTCOMES: ReadonlySet<string> = new Set(['pending', 'unknown', 'unavailable']);

/** @param connectorOutcome outcome that the connector returned. @param failure failure of the provider request. null for a success. */
export function callOutcome(connectorOutcome: string, failure: CallFailure | null): CallOutcome {
  if (connectorOutcome === 'not_sent') return 'unreachable';
  if (DECLINED_OUTCOMES.has(connectorOutcome)) return 'declined';
  if (!OPEN_OUTCOMES.has(connectorOutcome)) return 'ok';
  return failure ?? (connectorOutcome === 'pending' ? 'pending' : 'malformed');
}
