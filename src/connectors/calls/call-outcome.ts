import type { CallTrouble } from '../exchange/call-trouble.js';

/**
 * What came of a call, in few words for all operators and acquirers.
 * - `ok`, `declined`: an answer, whatever it was about
 * - `pending`: it is under way there
 * - `malformed`: nothing that can be understood; `error`: a status that says that they could not
 * - `timeout`, `interrupted`: no answer; `unreachable`: no connection
 */
export const CALL_OUTCOMES = ['ok', 'declined', 'pending', 'malformed', 'error', 'timeout', 'interrupted', 'unreachable'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

const DECLINED: ReadonlySet<string> = new Set(['refused', 'wrong_code', 'failed', 'rejected', 'canceled', 'expired']);
/** Words of connectors that leave it open what has happened. */
const OPEN: ReadonlySet<string> = new Set(['pending', 'unknown', 'unavailable']);

/** @param word what the connector made of the call. @param trouble what was wrong with it, as far as it went over HTTP. */
export function callOutcome(word: string, trouble: CallTrouble | null): CallOutcome {
  if (word === 'not_sent') return 'unreachable';
  if (DECLINED.has(word)) return 'declined';
  if (!OPEN.has(word)) return 'ok';
  return trouble ?? (word === 'pending' ? 'pending' : 'malformed');
}
