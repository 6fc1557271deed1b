import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import { pino } from 'pino';
import { EndpointWaker } from './endpoint-waker.js';
import type { WakeUpJob } from './webhook-queue.js';

type LogLine = Record<string, unknown>;

/** A queue whose jobs are added when the test says so. */
class Jobs extends EventEmitter {
  readonly added: { name: string; data: WakeUpJob; options: unknown; end: (error?: Error) => void }[] = [];
  waitingCount = 0;
  looks = 0;
  closedByForce: boolean | undefined;

  getWaitingCount = (): Promise<number> => {
    this.looks += 1;
    return Promise.resolve(this.waitingCount);
  };
  add = (name: string, data: WakeUpJob, options: unknown): Promise<void> =>
    new Promise((resolve, reject) => this.added.push({ name, data, options, end: (error) => (error ? reject(error) : resolve()) }));
  getBackend = () => ({ close: (force: boolean) => Promise.resolve(void (this.closedByForce = force)) });

  /** The next job to be added. */
  async next(): Promise<(typeof this.added)[number]> {
    while (this.added.length === 0) await new Promise(setImmediate);
    return this.added.shift()!;
  }
}

let queue: Jobs;
let lines: LogLine[];
let waker: EndpointWaker;
beforeEach(() => {
  queue = new Jobs();
  lines = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) });
  waker = new EndpointWaker(queue as unknown as Queue<WakeUpJob>, log);
});
const wake = (...ids: string[]): void => ids.forEach((id) => waker.wake(id));

describe('wake-ups', () => {
  it('of the same breath share a job, which keeps nothing and is not repeated', async () => {
    wake('a', 'b', 'a');
    expect(await queue.next()).toMatchObject({
      name: 'wake',
      data: { serviceIds: ['a', 'b'] },
      options: { attempts: 1, removeOnComplete: true, removeOnFail: { count: 50 } },
    });
  });

  it('that come while a job is added share the next one, also of an endpoint that was in it', async () => {
    wake('a');
    const first = await queue.next();
    wake('b', 'a');
    await new Promise(setImmediate);
    expect(queue.added).toEqual([]); // one at a time
    first.end();
    expect((await queue.next()).data).toEqual({ serviceIds: ['b', 'a'] });
  });

  it('are 500 of a job at most', async () => {
    wake(...Array.from({ length: 501 }, (_, index) => String(index)));
    const first = await queue.next();
    expect(first.data.serviceIds).toHaveLength(500);
    first.end();
    expect((await queue.next()).data).toEqual({ serviceIds: ['500'] });
  });

  it('that cannot be queued are left to the sweeper, and those that follow are tried anew', async () => {
    wake('a');
    const first = await queue.next();
    wake('b', 'c');
    first.end(new Error('the queue is away'));
    while (lines.length === 0) await new Promise(setImmediate);
    expect(lines).toMatchObject([
      {
        msg: 'wake-ups could not be queued; the sweeper finds the deliveries',
        endpoints: 2,
        err: { message: 'the queue is away' },
      },
    ]);
    wake('d');
    expect((await queue.next()).data).toEqual({ serviceIds: ['d'] });
  });

  it('are not added to a queue that nobody has taken anything from for a long time', async () => {
    queue.waitingCount = 5_000;
    wake('a');
    while (queue.looks === 0) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(queue.added).toEqual([]);
  });
});

describe('the queue', () => {
  it('is left by force, whatever it has not answered yet', async () => {
    await waker.onModuleDestroy();
    expect(queue.closedByForce).toBe(true);
  });

  it('that cannot be reached is a line in the log, and no more', () => {
    queue.emit('error', new Error('ECONNREFUSED'));
    expect(lines).toMatchObject([{ msg: 'the queue cannot be reached', err: { message: 'ECONNREFUSED' } }]);
  });
});
