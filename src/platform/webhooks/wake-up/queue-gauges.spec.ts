import { describe, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import type { GaugeCollector } from '../../../runtime/metrics/gauge-collector.js';
import { QueueGauges } from './queue-gauges.js';
import type { WakeUpJob } from './webhook-queue.js';

type Registered = Parameters<GaugeCollector['register']>[0];

/** @param head oldest wake-up of the queue. @returns the gauge's values, and the parameters of the query to the queue. */
async function readAge(head: { timestamp: number; delay: number } | null, now: number): Promise<[unknown, unknown]> {
  const queryParameters: unknown[] = [];
  const getJobs = (...parameters: unknown[]): Promise<unknown[]> => {
    queryParameters.push(...parameters);
    return Promise.resolve(head ? [head] : []);
  };
  let registered: Registered | null = null;
  const gauges = { register: (gauge: Registered) => void (registered = gauge) } as unknown as GaugeCollector;
  new QueueGauges(gauges, { now: () => new Date(now) }, { getJobs } as unknown as Queue<WakeUpJob>).onModuleInit();
  return [await (registered as unknown as Registered).read(), queryParameters];
}

describe('the age of the queue', () => {
  it.each([
    ['is the waiting time of the oldest wake-up', { timestamp: 1_000, delay: 0 }, 10_500, 9.5],
    ['excludes the delay of the wake-up', { timestamp: 1_000, delay: 2_000 }, 10_000, 7],
    ['is 0 while no wake-up waits', null, 10_000, 0],
    ['is not negative when the clock of the producer is ahead', { timestamp: 11_000, delay: 0 }, 10_000, 0],
  ])('%s', async (_, head, now, seconds) => {
    expect(await readAge(head, now)).toEqual([{ webhook_queue_age_seconds: seconds }, [['wait'], 0, 0, true]]);
  });
});
