import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What was wrong with an HTTP exchange, independently of the connector's result. `error`: an answer with an error status; `malformed`: one that
 * cannot be read.
 */
export type CallFailure = 'unreachable' | 'timeout' | 'interrupted' | 'error' | 'malformed';

const calls = new AsyncLocalStorage<{ trouble: CallFailure | null }>();

/** Makes a connector's call. @returns also what was wrong with its last exchange. */
export async function trackCallFailure<T>(call: () => Promise<T>): Promise<{ result: T; trouble: CallFailure | null }> {
  const noted = { trouble: null };
  const result = await calls.run(noted, call);
  return { result, trouble: noted.trouble };
}

/** Notes the end of an exchange. @param trouble null when nothing was wrong. */
export function recordCallFailure(trouble: CallFailure | null): void {
  const call = calls.getStore();
  if (call) call.trouble = trouble;
}

/** Notes that a received answer cannot be read. */
export function recordMalformedResponse(): void {
  const call = calls.getStore();
  if (call) call.trouble ??= 'malformed';
}
