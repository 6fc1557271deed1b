import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { RealSystemClock } from '../../common/time/clocks.js';
import { DatabaseClock } from './database-clock.js';

const AT = Date.UTC(2026, 10, 23, 9, 0, 0);

/** Milliseconds since the process started. */
let steady: number;
/** Offset of the computer's clock to `steady`. */
let computer: number;
/** Offset of the database's clock to `steady`. */
let database: number;
let lines: Record<string, unknown>[];
beforeEach(() => {
  [steady, computer, database, lines] = [1_000, AT, AT, []];
  jest.spyOn(performance, 'now').mockImplementation(() => steady);
  jest.spyOn(RealSystemClock.prototype, 'now').mockImplementation(() => new Date(computer + steady));
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** @param delays duration of the query's way to the database and of the result's way back, in ms. */
function clockWithDelays(delays = { request: 1, response: 1 }): DatabaseClock {
  const query = (): Promise<{ rows: { now: Date }[] }> => {
    steady += delays.request;
    const rows = [{ now: new Date(database + steady) }];
    steady += delays.response;
    return Promise.resolve({ rows });
  };
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  return new DatabaseClock({ driver: { master: { query } } } as unknown as DataSource, log);
}
const databaseTime = (): number => database + steady;
const anyDelays = fc.record({ request: fc.integer({ min: 0, max: 60_000 }), response: fc.integer({ min: 0, max: 60_000 }) });

describe('system time', () => {
  it('differs from the database’s time by no more than the duration of the query, however wrong the computer’s clock is', async () => {
    const offset = fc.integer({ min: -1e10, max: 1e10 });
    await fc.assert(
      fc.asyncProperty(offset, anyDelays, async (ahead, delays) => {
        computer = AT + ahead;
        const clock = clockWithDelays(delays);
        await clock.compare();
        expect(Math.abs(clock.now().getTime() - databaseTime())).toBeLessThanOrEqual(delays.request + delays.response + 1);
      }),
    );
  });

  it('is not moved by slow results after the first comparison', async () => {
    computer = AT + 7_200_000;
    const delays = { request: 0, response: 0 };
    const clock = clockWithDelays(delays);
    await clock.compare();
    delays.response = 5_000;
    await clock.compare();
    expect(Math.abs(clock.now().getTime() - databaseTime())).toBeLessThanOrEqual(1);
  });

  it('does not change when the computer’s clock is set between two comparisons', async () => {
    const clock = clockWithDelays();
    await clock.compare();
    const before = clock.now().getTime();
    computer += 7_200_000;
    steady += 500;
    expect(clock.now().getTime()).toBe(before + 500);
    expect(clock.isInSync()).toBe(false);
  });

  it('follows the clock of a new database server, even when that clock is behind', async () => {
    const clock = clockWithDelays({ request: 0, response: 0 });
    await clock.compare();
    database -= 60_000;
    await clock.compare();
    expect(Math.abs(clock.now().getTime() - databaseTime())).toBeLessThanOrEqual(1);
    expect(clock.isInSync()).toBe(false);
  });
});

describe('a computer’s clock', () => {
  it.each([
    [0, true],
    [1_998, true],
    [-1_998, true],
    [2_003, false],
    [-2_003, false],
  ])('that is %d ms ahead of the database’s clock counts as right: %p', async (ahead, isRight) => {
    computer = AT + ahead;
    const clock = clockWithDelays({ request: 0, response: 0 });
    await clock.compare();
    expect(Math.abs(clock.aheadMs() - ahead)).toBeLessThanOrEqual(1);
    expect(clock.isInSync()).toBe(isRight);
  });

  it('is logged once when it becomes wrong, and once when it is right again', async () => {
    computer = AT + 7_200_000;
    const clock = clockWithDelays();
    await clock.compare();
    await clock.compare();
    computer = AT;
    await clock.compare();
    await clock.compare();
    expect(lines).toMatchObject([
      { level: pino.levels.values['error'], aheadSeconds: 7200 },
      { level: pino.levels.values['warn'], msg: expect.stringContaining('again') },
    ]);
  });
});
