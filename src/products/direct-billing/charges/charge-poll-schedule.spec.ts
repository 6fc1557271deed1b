import { describe, expect, it } from '@jest/globals';
import { readEnvironment } from '../../../runtime/config/environment.js';
import { ChargePollSchedule } from './charge-poll-schedule.js';

const NOW = new Date('2026-01-02T03:04:05Z');
const scheduleFor = (timeoutMs: number): ChargePollSchedule =>
  new ChargePollSchedule(readEnvironment({ CONNECTOR_TIMEOUT_MS: String(timeoutMs) }));

describe('the poll schedule of a charge', () => {
  it.each([100, 8_000, 60_000])('waits at least 5 s longer than a call that may take %d ms', (timeoutMs) => {
    const { againAfterMs } = scheduleFor(timeoutMs);
    expect(Math.min(...againAfterMs)).toBeGreaterThanOrEqual(timeoutMs + 5_000);
  });

  it('waits longer after each poll', () =>
    expect(scheduleFor(8_000).againAfterMs.map((ms) => ms / 1000)).toEqual([13, 15, 30, 60, 120, 300, 600, 1800, 3600]));

  it('makes the first poll when a call that starts now must have ended', () =>
    expect(scheduleFor(8_000).firstPollAt(NOW)).toEqual(new Date(NOW.getTime() + 13_000)));
});

describe('the outcome not_found', () => {
  it.each([
    ['sent', 5],
    ['in_doubt', 24 * 60],
  ] as const)('is definite for a charge in state %s after %d minutes', (state, minutes) => {
    const charge = { sentAt: new Date(NOW.getTime() - 1), updatedAt: NOW };
    expect(scheduleFor(8_000).notFoundDefiniteFrom(charge, state)).toEqual(new Date(NOW.getTime() + minutes * 60_000));
  });

  it('is not definite earlier if the process that changed the charge had a slow clock', () => {
    const charge = { sentAt: NOW, updatedAt: new Date(NOW.getTime() - 75 * 60_000) };
    expect(scheduleFor(8_000).notFoundDefiniteFrom(charge, 'in_doubt')).toEqual(new Date(NOW.getTime() + 24 * 3_600_000));
  });
});
