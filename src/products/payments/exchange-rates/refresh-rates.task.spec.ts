import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { PeriodicTask } from '../../../runtime/scheduling/periodic-tasks.js';
import type { RefreshedTable, RefreshRatesService } from './refresh-rates.service.js';
import { RefreshRatesTask } from './refresh-rates.task.js';

const NOTHING_NEW: RefreshedTable = {
  name: 'A',
  number: '225/A/NBP/2026',
  effectiveOn: '2026-11-20',
  added: [],
  refused: [],
  missing: [],
  problems: [],
};

/** The task for a refresh with this result. @returns the task, and the level and message of each log line. */
function taskFor(change: Partial<RefreshedTable>, isPossible = true): { task?: PeriodicTask; lines: string[] } {
  const lines: string[] = [];
  const run = ({ signal }: { signal?: AbortSignal }): Promise<RefreshedTable[]> =>
    signal?.aborted ? Promise.reject(new Error('ended')) : Promise.resolve([{ ...NOTHING_NEW, ...change }]);
  const stream = {
    write: (line: string): void => {
      const { level, msg } = JSON.parse(line) as Record<'level' | 'msg', string>;
      lines.push(`${level}: ${msg}`);
    },
  };
  const log = pino({ level: 'info', formatters: { level: (level) => ({ level }) } }, stream);
  const [task] = new RefreshRatesTask({ isPossible, run } as unknown as RefreshRatesService, log).tasks;
  return { task, lines };
}

async function logLinesOf(change: Partial<RefreshedTable>): Promise<string[]> {
  const { task, lines } = taskFor(change);
  expect(await task?.batch(new AbortController().signal)).toBe(false);
  return lines;
}

describe('the refresh task', () => {
  it('exists only when a source is configured', () => {
    expect(taskFor({}).task?.name).toBe('refresh-rates');
    expect(taskFor({}, false).task).toBeUndefined();
  });

  it('fails when its signal is aborted, because the process stops', async () => {
    await expect(taskFor({}).task?.batch(AbortSignal.abort())).rejects.toThrow('ended');
  });
});

describe('the log of the refresh task', () => {
  it.each<[string, Partial<RefreshedTable>]>([
    ['a rejected rate', { refused: [{ currency: 'USD', why: 'jump' }] }],
    ['a missing currency', { missing: ['GBP'] }],
    ['a malformed response', { problems: ['2026-11-20: HTTP 500'] }],
    ['all of them together', { refused: [{ currency: 'USD', why: 'jump' }], missing: ['GBP'], problems: ['2026-11-20: HTTP 500'] }],
  ])('has a warning about %s, with or without new rates', async (_, change) => {
    const warning = ['warn: could not refresh all exchange rates, the last good rates stay in use'];
    expect(await logLinesOf(change)).toEqual(warning);
    expect(await logLinesOf({ ...change, added: ['EUR'] })).toEqual(warning);
  });

  it('has an entry about new rates, and none when no rate is new', async () => {
    expect(await logLinesOf({ added: ['EUR'] })).toEqual(['info: stored new exchange rates']);
    expect(await logLinesOf({})).toEqual([]);
  });
});
