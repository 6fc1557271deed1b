import type { DataSource } from 'typeorm';
import { CONNECTOR_TIMEOUT_MS } from './patience.js';
import { replaceTimeouts } from './timeouts.js';
import { until } from './until.js';

/**
 * Asks a simulated party what it never answers, and times out as soon as it has received that. A short time-out would not do: a slow machine might
 * not have sent the request by then.
 * @param kept the sandbox's table where a row shows that it was received.
 */
export async function withUnansweredOperator<T>(
  database: DataSource,
  ask: () => Promise<T>,
  kept: 'operator_charge' | 'acquirer_payment' | 'acquirer_refund' | 'acquirer_code' = 'operator_charge',
): Promise<T> {
  const received = async (): Promise<number> => {
    const [row] = await database.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM sandbox.${kept}`);
    return row?.n ?? 0;
  };
  const before = await received();
  const patience = new AbortController();
  const waiting = replaceTimeouts(CONNECTOR_TIMEOUT_MS, () => patience.signal);
  try {
    const [answer] = await Promise.all([ask(), until(received, (n) => n > before).then(() => patience.abort())]);
    return answer;
  } finally {
    waiting.mockRestore();
  }
}
