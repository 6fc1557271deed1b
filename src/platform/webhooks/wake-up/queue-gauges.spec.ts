import { describe, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import type { GaugeCollector } from '../../../runtime/metrics/gauge-collector.js';
import { QueueGauges } from './queue-gauges.js';
import type { WakeUpJob } from './webhook-queue.js';

type Registered = Parameters<GaugeCollector['register']>[0];

/** @param head of the queue; @returns the figure, and what the queue was asked for. */
async function ageOf(head: { timestamp: number; delay: number } | null, now: number): Promise<[unknown, unknown]> {
  const asked: unknown[] = [];
  const getJobs = (...given: unknown[]): Promise<unknown[]> => {
    asked.push(...given);
    return Promise.resolve(head ? [head] : []);
  };
  let registered: Registered | null = null;
  const gauges = { register: (figure: Registered) => void (registered = figure) } as unknown as GaugeCollector;
  new QueueGauges(gauges, { now: () => new Date(now) }, { getJobs } as unknown as Queue<WakeUpJob>).onModuleInit();
  return [await (registered as unknown as Registered).read(), asked];
}

describe('the age of the queue', () => {
  it.each([
    ['is how long its head has waited', { timestamp: 1_000, delay: 0 }, 10_500, 9.5],
    ['leaves out how long that was to wait', { timestamp: 1_000, delay: 2_000 }, 10_000, 7],
    ['is nothing while nobody waits', null, 10_000, 0],
    ['is never below that, by whatever clock the wake-up was made', { timestamp: 11_000, delay: 0 }, 10_000, 0],
  ])('%s', async (_, head, now, seconds) => {
    expect(await ageOf(head, now)).toEqual([{ webhook_queue_age_seconds: seconds }, [['wait'], 0, 0, true]]);
  });
});
