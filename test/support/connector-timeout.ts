import type { DataSource } from 'typeorm';
import { CONNECTOR_TIMEOUT_MS } from './patience.js';
import { replaceTimeouts } from './timeouts.js';
import { until } from './until.js';

/**
 * Runs `send`, whose request the sandbox leaves without a response, and makes the request time out as soon as the sandbox has received it.
 * With a short real time-out, a slow machine might not have sent the request by then.
 * @param sandboxTable the table in which the sandbox inserts a row when it receives the request
 */
export async function withConnectorTimeout<T>(
  database: DataSource,
  send: () => Promise<T>,
  sandboxTable: 'operator_charge' | 'acquirer_payment' | 'acquirer_refund' | 'acquirer_code' = 'operator_charge',
): Promise<T> {
  const countReceived = async (): Promise<number> => {
    const [row] = await database.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM sandbox.${sandboxTable}`);
    return row?.n ?? 0;
  };
  const before = await countReceived();
  const timeout = new AbortController();
  const replacement = replaceTimeouts(CONNECTOR_TIMEOUT_MS, () => timeout.signal);
  try {
    const [result] = await Promise.all([send(), until(countReceived, (n) => n > before).then(() => timeout.abort())]);
    return result;
  } finally {
    replacement.mockRestore();
  }
}
