import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * How a provider request failed, independently of the connector's result.
 * - `unreachable`: there was no connection
 * - `timeout`, `interrupted`: there was no complete response
 * - `error`: the response has a status of 300 or more
 * - `malformed`: the response cannot be read
 */
export type CallFailure = 'unreachable' | 'timeout' | 'interrupted' | 'error' | 'malformed';

/** The operation whose provider request is running, with the failure of its last request. */
const currentOperation = new AsyncLocalStorage<{ failure: CallFailure | null }>();

/** Runs an operation of a connector. @returns the result, and the failure of the last provider request or null. */
export async function trackCallFailure<T>(call: () => Promise<T>): Promise<{ result: T; failure: CallFailure | null }> {
  const operation = { failure: null };
  const result = await currentOperation.run(operation, call);
  return { result, failure: operation.failure };
}

/** Records the end of a provider request for the operation that sent the request. @param failure null for a success. */
export function recordCallFailure(failure: CallFailure | null): void {
  const operation = currentOperation.getStore();
  if (operation) operation.failure = failure;
}

/** Records that a response cannot be read. An earlier failure of the same request stays. */
export function recordMalformedResponse(): void {
  const operation = currentOperation.getStore();
  if (operation) operation.failure ??= 'malformed';
}
