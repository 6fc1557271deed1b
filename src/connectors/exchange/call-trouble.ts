import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What was wrong with an exchange, whatever the connector makes of it. `error`: an answer whose status says so; `malformed`: one that
 * cannot be read.
 */
export type CallTrouble = 'unreachable' | 'timeout' | 'interrupted' | 'error' | 'malformed';

const calls = new AsyncLocalStorage<{ trouble: CallTrouble | null }>();

/** Makes a connector's call and tells what was wrong with its last exchange. */
export async function withTrouble<T>(call: () => Promise<T>): Promise<{ result: T; trouble: CallTrouble | null }> {
  const noted = { trouble: null };
  const result = await calls.run(noted, call);
  return { result, trouble: noted.trouble };
}

/** Of an exchange that has ended. @param trouble null when nothing was wrong. */
export function noteExchange(trouble: CallTrouble | null): void {
  const call = calls.getStore();
  if (call) call.trouble = trouble;
}

/** Of an answer that nothing was wrong with until somebody read it. */
export function noteMalformed(): void {
  const call = calls.getStore();
  if (call) call.trouble ??= 'malformed';
}
