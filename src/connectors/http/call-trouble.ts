import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What was wrong with an HTTP exchange, independently of the connector's result. `error`: an answer with an error status; `malformed`: one that
 * cannot be read.
 */
export type CallTrouble = 'unreachable' | 'timeout' | 'interrupted' | 'error' | 'malformed';

const calls = new AsyncLocalStorage<{ trouble: CallTrouble | null }>();

/** Makes a connector's call. @returns also what was wrong with its last exchange. */
export async function withTrouble<T>(call: () => Promise<T>): Promise<{ result: T; trouble: CallTrouble | null }> {
  const noted = { trouble: null };
  const result = await calls.run(noted, call);
  return { result, trouble: noted.trouble };
}

/** Notes the end of an exchange. @param trouble null when nothing was wrong. */
export function noteHttpCall(trouble: CallTrouble | null): void {
  const call = calls.getStore();
  if (call) call.trouble = trouble;
}

/** Notes that a received answer cannot be read. */
export function noteMalformed(): void {
  const call = calls.getStore();
  if (call) call.trouble ??= 'malformed';
}
