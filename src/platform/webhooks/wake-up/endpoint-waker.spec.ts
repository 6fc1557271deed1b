import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import { pino } from 'pino';
import { EndpointWaker } from './endpoint-waker.js';
import type { WakeUpJob } from './webhook-queue.js';

type LogLine = Record<string, unknown>;

/** A queue in which the test decides when a job is added. */
class FakeQueue extends EventEmitter {
  readonly added: { name: string; data: WakeUpJob; options: unknown; end: (error?: Error) => void }[] = [];
  waitingCount = 0;
  backlogReads = 0;
  closedByForce: boolean | undefined;

  getWaitingCount = (): Promise<number> => {
    this.backlogReads += 1;
    return Promise.resolve(this.waitingCount);
  };
  add = (name: string, data: WakeUpJob, options: unknown): Promise<void> =>
    new Promise((resolve, reject) => this.added.push({ name, data, options, end: (error) => (error ? reject(error) : resolve()) }));
  getBackend = () => ({ close: (force: boolean) => Promise.resolve(void (this.closedByForce = force)) });

  async nextJob(): Promise<(typeof this.added)[number]> {
    while (this.added.length === 0) await new Promise(setImmediate);
    return this.added.shift()!;
  }
}

let queue: FakeQueue;
let lines: LogLine[];
let waker: EndpointWaker;
beforeEach(() => {
  queue = new FakeQueue();
  lines = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) });
  waker = new EndpointWaker(queue as unknown as Queue<WakeUpJob>, log);
});
const wake = (...ids: string[]): void => ids.forEach((id) => waker.wake(id));

describe('wake-ups', () => {
  it('of the same tick share one job, which is not retried, and is removed unless it is one of the latest 50 that failed', async () => {
    wake('a', 'b', 'a');
    expect(await queue.nextJob()).toMatchObject({
      name: 'wake',
      data: { serviceIds: ['a', 'b'] },
      options: { attempts: 1, removeOnComplete: true, removeOnFail: { count: 50 } },
    });
  });

  it('that arrive while a job is added share the next job, even for an endpoint of the first job', async () => {
    wake('a');
    const first = await queue.nextJob();
    wake('b', 'a');
    await new Promise(setImmediate);
    expect(queue.added).toEqual([]); // one at a time
    first.end();
    expect((await queue.nextJob()).data).toEqual({ serviceIds: ['b', 'a'] });
  });

  it('are at most 500 per job', async () => {
    wake(...Array.from({ length: 501 }, (_, index) => String(index)));
    const first = await queue.nextJob();
    expect(first.data.serviceIds).toHaveLength(500);
    first.end();
    expect((await queue.nextJob()).data).toEqual({ serviceIds: ['500'] });
  });

  it('that cannot be queued are left to the sweeper, and later wake-ups are queued again', async () => {
    wake('a');
    const first = await queue.nextJob();
    wake('b', 'c');
    first.end(new Error('the queue is away'));
    while (lines.length === 0) await new Promise(setImmediate);
    expect(lines).toMatchObject([
      {
        msg: 'could not queue wake-ups, the sweeper finds the due deliveries',
        endpoints: 2,
        err: { message: 'the queue is away' },
      },
    ]);
    wake('d');
    expect((await queue.nextJob()).data).toEqual({ serviceIds: ['d'] });
  });

  it('are not added to a queue whose wake-ups no worker has handled for a long time', async () => {
    queue.waitingCount = 5_000; // from this number on, `QueueBacklog` reports a backlog that is too large
    wake('a');
    while (queue.backlogReads === 0) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(queue.added).toEqual([]);
  });
});

describe('the queue', () => {
  it('is closed by force, even if it has not responded yet', async () => {
    await waker.onModuleDestroy();
    expect(queue.closedByForce).toBe(true);
  });

  it('that cannot be reached is only logged', () => {
    queue.emit('error', new Error('ECONNREFUSED'));
    expect(lines).toMatchObject([{ msg: 'could not reach the queue, the sweeper finds due deliveries', err: { message: 'ECONNREFUSED' } }]);
  });
});
