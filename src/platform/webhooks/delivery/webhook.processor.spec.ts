import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Job } from 'bullmq';
import { pino } from 'pino';
import type { DeliverEndpointService } from './deliver-endpoint.service.js';
import type { WakeUpJob } from '../wake-up/webhook-queue.js';
import { WebhookProcessor } from './webhook.processor.js';

type LogLine = Record<string, unknown>;

/** The events, in order. */
let steps: unknown[];
let lines: LogLine[];
beforeEach(() => {
  steps = [];
  lines = [];
});

/** @param ends how the worker's pause and the deliveries under way end. */
function processorOf({ pause, deliveries }: { pause: Promise<void>; deliveries: Promise<void> }): WebhookProcessor {
  const deliver = {
    wake: (serviceId: string) => void steps.push(['wake', serviceId]),
    stop: () => {
      steps.push('stop');
      return deliveries.then(() => void steps.push('deliveries ended'));
    },
  };
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) });
  const processor = new WebhookProcessor(deliver as unknown as DeliverEndpointService, log);
  const worker = {
    pause: () => {
      steps.push('pause');
      return pause;
    },
    close: (force: boolean) => Promise.resolve(void steps.push(['close', force])),
  };
  return Object.defineProperty(processor, 'worker', { value: worker });
}

const done = Promise.resolve();
const never = new Promise<void>(() => undefined);

describe('a wake-up', () => {
  it('wakes each endpoint that it names', async () => {
    await processorOf({ pause: done, deliveries: done }).process({ data: { serviceIds: ['a', 'b'] } } as Job<WakeUpJob>);
    expect(steps).toEqual([
      ['wake', 'a'],
      ['wake', 'b'],
    ]);
  });

  it('that is not understood, and a queue that is away, are lines in the log', () => {
    const processor = processorOf({ pause: done, deliveries: done });
    processor.onFailed(undefined, new Error('no list'));
    processor.onError(new Error('ECONNREFUSED'));
    expect(lines).toMatchObject([
      {
        level: pino.levels.values['error'],
        msg: 'a wake-up was not understood; the sweeper finds what is due',
        err: { message: 'no list' },
      },
      { level: pino.levels.values['warn'], msg: 'the queue cannot be reached', err: { message: 'ECONNREFUSED' } },
    ]);
  });
});

describe('the end of the worker', () => {
  it('takes no more wake-ups and waits for the deliveries under way', async () => {
    await processorOf({ pause: done, deliveries: new Promise(setImmediate) }).onModuleDestroy();
    expect(steps).toEqual(['pause', 'stop', 'deliveries ended', ['close', true]]);
  });

  it('waits for deliveries also when the queue is away, and then for the queue no longer than it must', async () => {
    await processorOf({ pause: never, deliveries: new Promise(setImmediate) }).onModuleDestroy();
    expect(steps).toEqual(['pause', 'stop', 'deliveries ended', ['close', true]]);
  });

  it('is one in order although the worker could not be paused', async () => {
    await processorOf({ pause: Promise.reject(new Error('away')), deliveries: new Promise(setImmediate) }).onModuleDestroy();
    expect(steps).toEqual(['pause', 'stop', 'deliveries ended', ['close', true]]);
    expect(lines).toMatchObject([{ msg: 'the worker was not paused in order', err: { message: 'away' } }]);
  });
});
