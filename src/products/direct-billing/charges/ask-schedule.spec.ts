import { describe, expect, it } from '@jest/globals';
import { readEnvironment } from '../../../runtime/config/environment.js';
import { AskSchedule } from './ask-schedule.js';

const NOW = new Date('2026-01-02T03:04:05Z');
const after = (timeoutMs: number, count: number): number => {
  const environment = readEnvironment({ CONNECTOR_TIMEOUT_MS: String(timeoutMs) });
  return new AskSchedule(environment).next(NOW, count).getTime() - NOW.getTime();
};

describe('questions about a charge', () => {
  it.each([100, 8_000, 60_000])('never meet a call that may take %d ms', (timeoutMs) => {
    for (let count = 0; count < 20; count += 1) expect(after(timeoutMs, count)).toBeGreaterThanOrEqual(timeoutMs + 5_000);
  });

  it('become rarer and never end', () => {
    const pauses = Array.from({ length: 12 }, (_, count) => after(8_000, count) / 1000);
    expect(pauses).toEqual([13, 15, 30, 60, 120, 300, 600, 1800, 3600, 3600, 3600, 3600]);
  });
});
