import { setTimeout as pause } from 'node:timers/promises';
import { type Call, NoResponseError } from './errors.js';

export interface RetryPolicy {
  /** Maximum number of retries of a call. */
  retries: number;
  /** Maximum duration of one attempt. */
  timeoutMs: number;
  /** Maximum pause before a retry. If `Retry-After` exceeds it, the call fails without a retry. */
  longestPauseMs: number;
}

export interface GatewayRequest extends Call {
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal | undefined;
}

export interface GatewayResponse {
  status: number;
  headers: Headers;
  text: string;
}

const FIRST_PAUSE_MS = 500;
/** Statuses that leave open whether the request took effect. A retry with the same idempotency key finds out. */
const UNCERTAIN_STATUSES = [500, 502, 503, 504];

/** @throws NoResponseError; the signal's reason if the caller aborts the call */
export async function send(call: GatewayRequest, policy: RetryPolicy, fetch: typeof globalThis.fetch): Promise<GatewayResponse> {
  for (let retry = 0; ; retry += 1) {
    const outcome = await attempt(call, policy, fetch);
    const pauseMs = pauseBeforeRetry(retry, outcome, policy);
    if (retry >= policy.retries || !isRetryable(call, outcome) || pauseMs > policy.longestPauseMs) {
      if (outcome instanceof NoResponseError) throw outcome;
      return outcome;
    }
    await pause(pauseMs, undefined, { ...(call.signal && { signal: call.signal }) }).catch(() => call.signal?.throwIfAborted());
  }
}

async function attempt(
  call: GatewayRequest,
  { timeoutMs }: RetryPolicy,
  fetch: typeof globalThis.fetch,
): Promise<GatewayResponse | NoResponseError> {
  const { url, method, headers, body } = call;
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(call.signal ? [call.signal] : [])]);
  try {
    // Following a redirect could turn a POST into a GET or send the token to another host.
    const response = await fetch(url, { method, headers, signal, redirect: 'manual', ...(body !== undefined && { body }) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    call.signal?.throwIfAborted();
    return new NoResponseError(call, error);
  }
}

/** A GET changes nothing and a POST has an idempotency key. A DELETE has none, so it is retried only if the rate limit rejected it. */
function isRetryable({ method }: Call, outcome: GatewayResponse | NoResponseError): boolean {
  if (outcome instanceof NoResponseError) return method !== 'DELETE';
  if (outcome.status === 429) return true;
  if (method === 'DELETE') return false;
  return UNCERTAIN_STATUSES.includes(outcome.status) || (outcome.status === 409 && outcome.text.includes('"IDEMPOTENCY_CONFLICT"'));
}

/** Exponential backoff, or the pause of `Retry-After`. Random jitter keeps many clients from retrying at the same moment. */
function pauseBeforeRetry(retry: number, outcome: GatewayResponse | NoResponseError, { longestPauseMs }: RetryPolicy): number {
  const retryAfter = outcome instanceof NoResponseError ? null : outcome.headers.get('Retry-After');
  if (retryAfter !== null && /^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000 + Math.random() * FIRST_PAUSE_MS;
  return Math.min(longestPauseMs, FIRST_PAUSE_MS * 2 ** retry) * (0.5 + Math.random() / 2);
}
