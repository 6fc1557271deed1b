import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Job } from 'bullmq';
import { pino } from 'pino';
import type { DeliverEndpointService } from './deliver-endpoint.service.js';
import type { WakeUpJob } from '../wake-up/webhook-queue.js';
import { WebhookProcessor } from './webhook.processor.js';

type LogLine = Record<string, unknown>;

/** Calls of the fakes, in order. */
let calls: unknown[];
let lines: LogLine[];
beforeEach(() => {
  calls = [];
  lines = [];
});

/** @param pause the result of the worker's pause. @param deliveries ends when the deliveries under way end. */
function createProcessor({ pause, deliveries }: { pause: Promise<void>; deliveries: Promise<void> }): WebhookProcessor {
  const deliver = {
    wake: (serviceId: string) => void calls.push(['wake', serviceId]),
    stop: () => {
      calls.push('stop');
      return deliveries.then(() => void calls.push('deliveries ended'));
    },
  };
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) });
  const processor = new WebhookProcessor(deliver as unknown as DeliverEndpointService, log);
  const worker = {
    pause: () => {
      calls.push('pause');
      return pause;
    },
    close: (force: boolean) => Promise.resolve(void calls.push(['close', force])),
  };
  return Object.defineProperty(processor, 'worker', { value: worker });
}

const done = Promise.resolve();
const never = new Promise<void>(() => undefined);

describe('a wake-up', () => {
  it('wakes each endpoint that it contains', async () => {
    await createProcessor({ pause: done, deliveries: done }).process({ data: { serviceIds: ['a', 'b'] } } as Job<WakeUpJob>);
    expect(calls).toEqual([
      ['wake', 'a'],
      ['wake', 'b'],
    ]);
  });

  it('that cannot be read is logged, and so is an unreachable queue', () => {
    const processor = createProcessor({ pause: done, deliveries: done });
    processor.onFailed(undefined, new Error('no list'));
    processor.onError(new Error('ECONNREFUSED'));
    expect(lines).toMatchObject([
      {
        level: pino.levels.values['error'],
        msg: 'could not read a wake-up, the sweeper finds the due deliveries',
        err: { message: 'no list' },
      },
      {
        level: pino.levels.values['warn'],
        msg: 'could not reach the queue, the sweeper finds due deliveries',
        err: { message: 'ECONNREFUSED' },
      },
    ]);
  });
});

describe('the end of a worker', () => {
  it('stops handling wake-ups and waits for the deliveries under way', async () => {
    await createProcessor({ pause: done, deliveries: new Promise(setImmediate) }).onModuleDestroy();
    expect(calls).toEqual(['pause', 'stop', 'deliveries ended', ['close', true]]);
  });

  it('waits for deliveries while the queue is unreachable, and then only briefly for the queue', async () => {
    await createProcessor({ pause: never, deliveries: new Promise(setImmediate) }).onModuleDestroy();
    expect(calls).toEqual(['pause', 'stop', 'deliveries ended', ['close', true]]);
  });

  it('is orderly even if the worker cannot be paused', async () => {
    await createProcessor({ pause: Promise.reject(new Error('away')), deliveries: new Promise(setImmediate) }).onModuleDestroy();
    expect(calls).toEqual(['pause', 'stop', 'deliveries ended', ['close', true]]);
    expect(lines).toMatchObject([{ msg: 'could not pause the queue worker for the shutdown', err: { message: 'away' } }]);
  });
});
