import { setTimeout as pause } from 'node:timers/promises';
import { type Call, NoResponseError } from './errors.js';

export interface RetryPolicy {
  /** How often a call is repeated at most. */
  retries: number;
  /** How long one try may take. */
  timeoutMs: number;
  /** The longest pause before a retry. Where `Retry-After` asks for more the call ends with the error. */
  longestPauseMs: number;
}

export interface Outgoing extends Call {
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal | undefined;
}

export interface Incoming {
  status: number;
  headers: Headers;
  text: string;
}

const FIRST_PAUSE_MS = 500;
/** What may have been done, or not; a repetition with the same key finds out. */
const UNCERTAIN = [500, 502, 503, 504];

/** @throws NoResponseError, and the signal's reason when the caller ends it. */
export async function send(call: Outgoing, policy: RetryPolicy, fetch: typeof globalThis.fetch): Promise<Incoming> {
  for (let retry = 0; ; retry += 1) {
    const tried = await once(call, policy, fetch);
    const pauseMs = pauseBefore(retry, tried, policy);
    if (retry >= policy.retries || !isWorthRepeating(call, tried) || pauseMs > policy.longestPauseMs) {
      if (tried instanceof NoResponseError) throw tried;
      return tried;
    }
    await pause(pauseMs, undefined, { ...(call.signal && { signal: call.signal }) }).catch(() => call.signal?.throwIfAborted());
  }
}

async function once(call: Outgoing, { timeoutMs }: RetryPolicy, fetch: typeof globalThis.fetch): Promise<Incoming | NoResponseError> {
  const { url, method, headers, body } = call;
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(call.signal ? [call.signal] : [])]);
  try {
    // A redirect would turn a POST into a GET, or carry the token elsewhere.
    const answer = await fetch(url, { method, headers, signal, redirect: 'manual', ...(body !== undefined && { body }) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch (error) {
    call.signal?.throwIfAborted();
    return new NoResponseError(call, error);
  }
}

/** A GET changes nothing, and a POST has a key. A DELETE is repeated only when it was turned away at the door. */
function isWorthRepeating({ method }: Call, tried: Incoming | NoResponseError): boolean {
  if (tried instanceof NoResponseError) return method !== 'DELETE';
  if (tried.status === 429) return true;
  if (method === 'DELETE') return false;
  return UNCERTAIN.includes(tried.status) || (tried.status === 409 && tried.text.includes('"IDEMPOTENCY_CONFLICT"'));
}

/** Twice as long each time, or as long as the gateway asks for; and by chance, so that many clients do not come back at once. */
function pauseBefore(retry: number, tried: Incoming | NoResponseError, { longestPauseMs }: RetryPolicy): number {
  const asked = tried instanceof NoResponseError ? null : tried.headers.get('Retry-After');
  if (asked !== null && /^\d+$/.test(asked)) return Number(asked) * 1000 + Math.random() * FIRST_PAUSE_MS;
  return Math.min(longestPauseMs, FIRST_PAUSE_MS * 2 ** retry) * (0.5 + Math.random() / 2);
}
