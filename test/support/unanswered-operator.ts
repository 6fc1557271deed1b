import type { DataSource } from 'typeorm';
import { CONNECTOR_TIMEOUT_MS } from './patience.js';
import { replaceTimeouts } from './timeouts.js';
import { until } from './until.js';

/**
 * Sends a request to which the sandbox does not respond, and times out as soon as the sandbox has received it.
 * A short real time-out would not do: a slow machine might not have sent the request by then.
 * @param sandboxTable the sandbox's table in which a row shows that the request was received.
 */
export async function withUnansweredOperator<T>(
  database: DataSource,
  send: () => Promise<T>,
  sandboxTable: 'operator_charge' | 'acquirer_payment' | 'acquirer_refund' | 'acquirer_code' = 'operator_charge',
): Promise<T> {
  const received = async (): Promise<number> => {
    const [row] = await database.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM sandbox.${sandboxTable}`);
    return row?.n ?? 0;
  };
  const before = await received();
  const patience = new AbortController();
  const waiting = replaceTimeouts(CONNECTOR_TIMEOUT_MS, () => patience.signal);
  try {
    const [answer] = await Promise.all([send(), until(received, (n) => n > before).then(() => patience.abort())]);
    return answer;
  } finally {
    waiting.mockRestore();
  }
}
