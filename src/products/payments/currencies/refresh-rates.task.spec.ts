import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { PeriodicTask, PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';
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

/** What is registered, and the levels and texts of what it logs, when a table comes out like that. */
function taskFor(change: Partial<RefreshedTable>, isPossible = true): { task?: PeriodicTask; lines: string[] } {
  const lines: string[] = [];
  const registered: PeriodicTask[] = [];
  const periodic = { register: (task: PeriodicTask) => void registered.push(task) } as unknown as PeriodicTasks;
  const run = ({ signal }: { signal?: AbortSignal }): Promise<RefreshedTable[]> =>
    signal?.aborted ? Promise.reject(new Error('ended')) : Promise.resolve([{ ...NOTHING_NEW, ...change }]);
  const stream = {
    write: (line: string): void => {
      const { level, msg } = JSON.parse(line) as Record<'level' | 'msg', string>;
      lines.push(`${level}: ${msg}`);
    },
  };
  const log = pino({ level: 'info', formatters: { level: (level) => ({ level }) } }, stream);
  new RefreshRatesTask(periodic, { isPossible, run } as unknown as RefreshRatesService, log).onModuleInit();
  return { task: registered[0], lines };
}

async function toldOf(change: Partial<RefreshedTable>): Promise<string[]> {
  const { task, lines } = taskFor(change);
  expect(await task?.batch(new AbortController().signal)).toBe(false);
  return lines;
}

describe('the task', () => {
  it('is there where somebody can be asked', () => {
    expect(taskFor({}).task?.name).toBe('payment-rates');
    expect(taskFor({}, false).task).toBeUndefined();
  });

  it('ends when the process does', async () => {
    await expect(taskFor({}).task?.batch(AbortSignal.abort())).rejects.toThrow('ended');
  });
});

describe('the log', () => {
  it.each<[string, Partial<RefreshedTable>]>([
    ['a rate that is refused', { refused: [{ currency: 'USD', why: 'jump' }] }],
    ['a currency that is missing', { missing: ['GBP'] }],
    ['an answer that was not believed', { problems: ['2026-11-20: HTTP 500'] }],
    ['each of them at once', { refused: [{ currency: 'USD', why: 'jump' }], missing: ['GBP'], problems: ['2026-11-20: HTTP 500'] }],
  ])('warns of %s, new rates or not', async (_, wrong) => {
    const told = ['warn: not every exchange rate is the newest: the last good one stays'];
    expect(await toldOf(wrong)).toEqual(told);
    expect(await toldOf({ ...wrong, added: ['EUR'] })).toEqual(told);
  });

  it('tells of new rates, and nothing when there is nothing new', async () => {
    expect(await toldOf({ added: ['EUR'] })).toEqual(['info: exchange rates are those of a new table']);
    expect(await toldOf({})).toEqual([]);
  });
});
