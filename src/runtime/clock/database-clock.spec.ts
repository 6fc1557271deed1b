import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { RealSystemClock } from '../../common/time/clocks.js';
import { DatabaseClock } from './database-clock.js';

const AT = Date.UTC(2026, 10, 23, 9, 0, 0);

/** Milliseconds since the process began. */
let steady: number;
/** By how much the clocks are ahead of that. */
let computer: number;
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

/** @param way how long the question takes to the database, and the answer back. */
function clockThatAsks(way = { there: 1, back: 1 }): DatabaseClock {
  const query = (): Promise<{ rows: { now: Date }[] }> => {
    steady += way.there;
    const rows = [{ now: new Date(database + steady) }];
    steady += way.back;
    return Promise.resolve({ rows });
  };
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  return new DatabaseClock({ driver: { master: { query } } } as unknown as DataSource, log);
}
const databaseTime = (): number => database + steady;
const way = fc.record({ there: fc.integer({ min: 0, max: 60_000 }), back: fc.integer({ min: 0, max: 60_000 }) });

describe('system time', () => {
  it('is the database’s, however wrong the computer’s clock is and however long the answer takes: not further off than that', async () => {
    const off = fc.integer({ min: -1e10, max: 1e10 });
    await fc.assert(
      fc.asyncProperty(off, way, async (ahead, took) => {
        computer = AT + ahead;
        const clock = clockThatAsks(took);
        await clock.compare();
        expect(Math.abs(clock.now().getTime() - databaseTime())).toBeLessThanOrEqual(took.there + took.back + 1);
      }),
    );
  });

  it('is moved no more by slow answers once it is known', async () => {
    computer = AT + 7_200_000;
    const took = { there: 0, back: 0 };
    const clock = clockThatAsks(took);
    await clock.compare();
    took.back = 5_000;
    await clock.compare();
    expect(Math.abs(clock.now().getTime() - databaseTime())).toBeLessThanOrEqual(1);
  });

  it('does not follow a computer’s clock that is set between two comparisons', async () => {
    const clock = clockThatAsks();
    await clock.compare();
    const before = clock.now().getTime();
    computer += 7_200_000;
    steady += 500;
    expect(clock.now().getTime()).toBe(before + 500);
    expect(clock.isRight()).toBe(false);
  });

  it('follows the database to another server, whose clock is behind', async () => {
    const clock = clockThatAsks({ there: 0, back: 0 });
    await clock.compare();
    database -= 60_000;
    await clock.compare();
    expect(Math.abs(clock.now().getTime() - databaseTime())).toBeLessThanOrEqual(1);
    expect(clock.isRight()).toBe(false);
  });
});

describe('a computer’s clock', () => {
  it.each([
    [0, true],
    [1_998, true],
    [-1_998, true],
    [2_003, false],
    [-2_003, false],
  ])('that is %d ms ahead is right: %p', async (ahead, isRight) => {
    computer = AT + ahead;
    const clock = clockThatAsks({ there: 0, back: 0 });
    await clock.compare();
    expect(Math.abs(clock.aheadMs() - ahead)).toBeLessThanOrEqual(1);
    expect(clock.isRight()).toBe(isRight);
  });

  it('that is wrong is told of once, and once when it is right again', async () => {
    computer = AT + 7_200_000;
    const clock = clockThatAsks();
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
