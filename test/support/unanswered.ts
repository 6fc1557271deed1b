import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { CONNECTOR_TIMEOUT_MS } from './patience.js';
import { until } from './until.js';

/**
 * Sends a charge that the operator never answers, and times out as soon as the operator has received it. A short time-out would not do: a slow
 * machine might not have sent the charge by then.
 */
export async function unanswered<T>(database: DataSource, ask: () => Promise<T>): Promise<T> {
  const charges = async (): Promise<number> => {
    const [row] = await database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM sandbox.operator_charge');
    return row?.n ?? 0;
  };
  const before = await charges();
  const patience = new AbortController();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const waiting = jest
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === CONNECTOR_TIMEOUT_MS ? patience.signal : timeout(ms)));
  try {
    const [answer] = await Promise.all([ask(), until(charges, (n) => n > before).then(() => patience.abort())]);
    return answer;
  } finally {
    waiting.mockRestore();
  }
}
