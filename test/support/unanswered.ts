import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { until } from './until.js';

/** How long operators are waited for. Nothing else waits for exactly so long. */
export const CONNECTOR_TIMEOUT_MS = 8_000;

/**
 * Has an operator asked for a charge that it never answers, and gives up as soon as the operator has the question. After a
 * short time instead, a slow machine might not even have asked.
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
