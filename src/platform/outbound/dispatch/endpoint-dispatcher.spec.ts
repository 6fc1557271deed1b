import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { type ClaimResult, EndpointDispatcher } from './endpoint-dispatcher.js';
import type { EndpointSlots, Slot } from './endpoint-slots.js';

const nextTick = (): Promise<void> => new Promise(setImmediate);
const ENDPOINT = '5f2c9a1b';

/** Fake work of an endpoint with three slots. Each attempt holds its slot until the test ends the attempt. */
class Work {
  /** Results of the next claims. Later claims return no items. An error makes its claim fail. */
  claims: (ClaimResult<string> | Error)[] = [];
  readonly claimSizes: number[] = [];
  readonly attempts = new Map<string, { succeed: (more: boolean) => void; fail: () => void }>();
  readonly log: { msg: string; serviceId: string; err: { message: string } }[] = [];
  heldSlots = 0;
  maxConcurrent = 3;
  /** Called by a test when a request becomes slow. */
  reportSlow: () => void = () => undefined;
  readonly shutdown = new AbortController();
  hasEnded = false;
  /** Ends when the dispatcher has ended. */
  finished: Promise<unknown> = Promise.resolve();
  private slotGate: Promise<void> | undefined;

  readonly dispatcher = new EndpointDispatcher<string>(
    ENDPOINT,
    {
      claim: (_endpointId, limit) => {
        this.claimSizes.push(limit);
        const next = this.claims.shift() ?? { items: [], drained: true };
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
      },
      attempt: (item) =>
        new Promise((succeed, reject) => this.attempts.set(item, { succeed, fail: () => reject(new Error(`${item} failed`)) })),
    },
    {
      maxConcurrent: () => this.maxConcurrent,
      acquire: async (_endpointId: string, count: number, onSlow: () => void) => {
        this.reportSlow = onSlow;
        await this.slotGate;
        return Array.from({ length: count }, () => this.slot());
      },
    } as unknown as EndpointSlots,
    this.shutdown.signal,
    pino({}, { write: (line: string) => void this.log.push(JSON.parse(line) as (typeof this.log)[number]) }),
  );

  /** Withholds slots until the returned function is called. */
  withholdSlots(): () => void {
    let openGate: () => void = () => undefined;
    this.slotGate = new Promise((resolve) => (openGate = resolve));
    return openGate;
  }

  async start(): Promise<void> {
    this.finished = this.dispatcher.run().then(() => (this.hasEnded = true));
    await nextTick();
  }

  async finishAttempt(item: string, result: 'more' | 'done' | 'failed' = 'done'): Promise<void> {
    const attempt = this.attempts.get(item);
    this.attempts.delete(item);
    if (result === 'failed') attempt?.fail();
    else attempt?.succeed(result === 'more');
    await nextTick();
  }

  get runningAttempts(): string[] {
    return [...this.attempts.keys()];
  }

  private slot(): Slot {
    this.heldSlots += 1;
    let isHeld = true;
    return {
      begin: () => undefined,
      end: () => undefined,
      release: () => {
        if (isHeld) this.heldSlots -= 1;
        isHeld = false;
      },
    };
  }
}

let work: Work;
beforeEach(() => void (work = new Work()));

describe('the dispatcher of an endpoint', () => {
  it('claims once, releases its slots and ends when no items are due', async () => {
    await work.start();
    expect([work.claimSizes, work.heldSlots, work.hasEnded, work.dispatcher.hasWork]).toEqual([[3], 0, true, false]);
  });

  it('holds one slot per attempt, and does not claim again when no more items are due', async () => {
    work.claims = [{ items: ['a', 'b'], drained: true }];
    await work.start();
    expect([work.runningAttempts, work.heldSlots, work.hasEnded]).toEqual([['a', 'b'], 2, false]);
    await work.finishAttempt('b');
    await work.finishAttempt('a');
    expect([work.claimSizes, work.heldSlots, work.hasEnded]).toEqual([[3], 0, true]);
  });

  it('makes as many attempts as it has slots, and claims the remaining items when an attempt ends', async () => {
    work.claims = [
      { items: ['a', 'b', 'c'], drained: false },
      { items: ['d'], drained: true },
    ];
    await work.start();
    expect([work.runningAttempts, work.claimSizes]).toEqual([['a', 'b', 'c'], [3]]);
    await work.finishAttempt('b');
    expect([work.runningAttempts, work.claimSizes]).toEqual([
      ['a', 'c', 'd'],
      [3, 1],
    ]);
    for (const item of ['a', 'c', 'd']) await work.finishAttempt(item);
    expect([work.claimSizes, work.heldSlots, work.hasEnded]).toEqual([[3, 1], 0, true]);
  });

  it('claims the remaining items immediately when a slot is free and the last claim filled all slots', async () => {
    work.claims = [
      { items: ['a', 'b', 'c'], drained: false },
      { items: [], drained: true },
    ];
    await work.start();
    await work.finishAttempt('a');
    await work.finishAttempt('b');
    expect(work.claimSizes).toEqual([3, 1]);
  });

  it('waits for the end of an attempt before the next claim when the last claim did not fill all slots', async () => {
    work.claims = [{ items: ['a'], drained: false }];
    await work.start();
    expect(work.claimSizes).toEqual([3]);
    await work.finishAttempt('a');
    expect([work.claimSizes, work.hasEnded]).toEqual([[3, 3], true]);
  });

  it('claims again when an attempt has made an item due', async () => {
    work.claims = [
      { items: ['a'], drained: true },
      { items: ['b'], drained: true },
    ];
    await work.start();
    await work.finishAttempt('a', 'more');
    expect([work.claimSizes, work.runningAttempts]).toEqual([[3, 3], ['b']]);
  });

  it('claims after a wake-up during attempts, as far as slots are free', async () => {
    work.claims = [
      { items: ['a', 'b'], drained: true },
      { items: ['c'], drained: true },
    ];
    await work.start();
    work.dispatcher.wake();
    await nextTick();
    expect([work.claimSizes, work.runningAttempts]).toEqual([
      [3, 1],
      ['a', 'b', 'c'],
    ]);
    work.dispatcher.wake();
    work.reportSlow();
    await nextTick();
    expect([work.claimSizes.length, work.dispatcher.hasWork]).toEqual([2, true]);
    await work.finishAttempt('a');
    expect(work.claimSizes).toEqual([3, 1, 1]);
  });
});

describe('an endpoint that may have more requests under way after a request became slow', () => {
  it('gets another claim at that moment', async () => {
    work.maxConcurrent = 1;
    work.claims = [
      { items: ['a'], drained: false },
      { items: ['b'], drained: true },
    ];
    await work.start();
    expect([work.claimSizes, work.runningAttempts]).toEqual([[1], ['a']]);
    work.maxConcurrent = 3;
    work.reportSlow();
    await nextTick();
    expect([work.claimSizes, work.runningAttempts]).toEqual([
      [1, 2],
      ['a', 'b'],
    ]);
  });
});

describe('an error during the work for an endpoint', () => {
  it('is logged when the claim fails, and the dispatcher releases its slots and ends', async () => {
    work.claims = [new Error('no database'), { items: ['a'], drained: true }];
    await work.start();
    expect([work.heldSlots, work.hasEnded, work.runningAttempts]).toEqual([0, true, []]);
    expect(work.log).toMatchObject([
      { msg: 'Work for an endpoint was interrupted, a later wake-up continues it', serviceId: ENDPOINT, err: { message: 'no database' } },
    ]);
  });

  it('does not make the dispatcher claim again before the next wake-up when the claim fails', async () => {
    work.claims = [{ items: ['a'], drained: true }, new Error('no database')];
    await work.start();
    work.dispatcher.wake();
    await nextTick();
    await work.finishAttempt('a');
    expect([work.claimSizes, work.hasEnded]).toEqual([[3, 2], true]);
  });

  it('is logged when an attempt fails, and the dispatcher releases the slot and claims the remaining items', async () => {
    work.claims = [
      { items: ['a', 'b', 'c'], drained: false },
      { items: ['d'], drained: true },
    ];
    await work.start();
    await work.finishAttempt('a', 'failed');
    expect([work.heldSlots, work.runningAttempts]).toEqual([3, ['b', 'c', 'd']]);
    expect(work.log).toMatchObject([{ serviceId: ENDPOINT, err: { message: 'a failed' } }]);
  });

  it('does not make the dispatcher claim again when the last attempt fails', async () => {
    work.claims = [{ items: ['a'], drained: true }];
    await work.start();
    await work.finishAttempt('a', 'failed');
    expect([work.claimSizes, work.heldSlots, work.hasEnded]).toEqual([[3], 0, true]);
  });
});

describe('a delay before the next claim of an endpoint', () => {
  it('ends with another claim when items remain', async () => {
    work.claims = [{ items: [], drained: false, nextClaimDelayMs: 1 }];
    await work.start();
    await work.finished;
    expect(work.claimSizes).toEqual([3, 3]);
  });

  it('ends the dispatcher when no items remain', async () => {
    work.claims = [{ items: [], drained: true, nextClaimDelayMs: 1 }];
    await work.start();
    await work.finished;
    expect(work.claimSizes).toEqual([3]);
  });

  it('lasts for the requested time unless the process ends', async () => {
    work.claims = [{ items: [], drained: false, nextClaimDelayMs: 86_400_000 }];
    await work.start();
    expect([work.claimSizes, work.heldSlots, work.hasEnded]).toEqual([[3], 0, false]);
    work.shutdown.abort();
    await work.finished;
    expect(work.claimSizes).toEqual([3]);
  });
});

describe('a dispatcher in a process that ends', () => {
  it('claims no more items and waits for the attempts under way', async () => {
    work.claims = [{ items: ['a', 'b', 'c'], drained: false }];
    await work.start();
    work.shutdown.abort();
    work.dispatcher.wake();
    await work.finishAttempt('a', 'more');
    await work.finishAttempt('b');
    expect([work.claimSizes, work.hasEnded, work.dispatcher.hasWork]).toEqual([[3], false, false]);
    await work.finishAttempt('c');
    expect([work.claimSizes, work.heldSlots, work.hasEnded]).toEqual([[3], 0, true]);
  });

  it('claims no items when it gets a slot only after the process began to end', async () => {
    const grantSlots = work.withholdSlots();
    await work.start();
    work.shutdown.abort();
    grantSlots();
    await nextTick();
    expect([work.claimSizes, work.heldSlots, work.hasEnded]).toEqual([[], 0, true]);
  });
});
