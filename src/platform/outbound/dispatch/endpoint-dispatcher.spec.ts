import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { type ClaimResult, EndpointDispatcher } from './endpoint-dispatcher.js';
import type { EndpointSlots, Slot } from './endpoint-slots.js';

const nextTick = (): Promise<void> => new Promise(setImmediate);
const ENDPOINT = '5f2c9a1b';

/** Fake work of an endpoint with three slots. Each attempt keeps its slot until the test ends the attempt. */
class Work {
  /** Results of the next claims. Later claims return no items. An error makes its claim fail. */
  claims: (ClaimResult<string> | Error)[] = [];
  readonly claimSizes: number[] = [];
  readonly attempts = new Map<string, { succeed: (more: boolean) => void; fail: () => void }>();
  readonly log: { msg: string; serviceId: string; err: { message: string } }[] = [];
  slotsOut = 0;
  most = 3;
  slow: () => void = () => undefined;
  readonly stop = new AbortController();
  ended = false;
  /** Ends when the dispatcher has ended. */
  finished: Promise<unknown> = Promise.resolve();
  private gate: Promise<void> | undefined;

  readonly dispatcher = new EndpointDispatcher<string>(
    ENDPOINT,
    {
      claim: (_endpointId, most) => {
        this.claimSizes.push(most);
        const next = this.claims.shift() ?? { items: [], drained: true };
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
      },
      attempt: (item) =>
        new Promise((succeed, reject) => this.attempts.set(item, { succeed, fail: () => reject(new Error(`${item} failed`)) })),
    },
    {
      maxConcurrent: () => this.most,
      acquire: async (_endpointId: string, most: number, onSlow: () => void) => {
        this.slow = onSlow;
        await this.gate;
        return Array.from({ length: most }, () => this.slot());
      },
    } as unknown as EndpointSlots,
    this.stop.signal,
    pino({}, { write: (line: string) => void this.log.push(JSON.parse(line) as (typeof this.log)[number]) }),
  );

  /** Withholds slots until the returned function is called. */
  noSlots(): () => void {
    let open: () => void = () => undefined;
    this.gate = new Promise((resolve) => (open = resolve));
    return open;
  }

  async begin(): Promise<void> {
    this.finished = this.dispatcher.run().then(() => (this.ended = true));
    await nextTick();
  }

  async ends(item: string, result: 'more' | 'done' | 'failed' = 'done'): Promise<void> {
    const attempt = this.attempts.get(item);
    this.attempts.delete(item);
    if (result === 'failed') attempt?.fail();
    else attempt?.succeed(result === 'more');
    await nextTick();
  }

  get underWay(): string[] {
    return [...this.attempts.keys()];
  }

  private slot(): Slot {
    this.slotsOut += 1;
    let isHeld = true;
    return {
      begin: () => undefined,
      end: () => undefined,
      release: () => {
        if (isHeld) this.slotsOut -= 1;
        isHeld = false;
      },
    };
  }
}

let work: Work;
beforeEach(() => void (work = new Work()));

describe('the dispatcher of an endpoint', () => {
  it('claims once, frees its slots and ends when no items are due', async () => {
    await work.begin();
    expect([work.claimSizes, work.slotsOut, work.ended, work.dispatcher.hasWork]).toEqual([[3], 0, true, false]);
  });

  it('keeps one slot per attempt, and does not claim again when no more items are due', async () => {
    work.claims = [{ items: ['a', 'b'], drained: true }];
    await work.begin();
    expect([work.underWay, work.slotsOut, work.ended]).toEqual([['a', 'b'], 2, false]);
    await work.ends('b');
    await work.ends('a');
    expect([work.claimSizes, work.slotsOut, work.ended]).toEqual([[3], 0, true]);
  });

  it('makes as many attempts as it has slots, and claims the remaining items when an attempt ends', async () => {
    work.claims = [
      { items: ['a', 'b', 'c'], drained: false },
      { items: ['d'], drained: true },
    ];
    await work.begin();
    expect([work.underWay, work.claimSizes]).toEqual([['a', 'b', 'c'], [3]]);
    await work.ends('b');
    expect([work.underWay, work.claimSizes]).toEqual([
      ['a', 'c', 'd'],
      [3, 1],
    ]);
    for (const item of ['a', 'c', 'd']) await work.ends(item);
    expect([work.claimSizes, work.slotsOut, work.ended]).toEqual([[3, 1], 0, true]);
  });

  it('claims the remaining items at once when a slot is free and the last claim filled all slots', async () => {
    work.claims = [
      { items: ['a', 'b', 'c'], drained: false },
      { items: [], drained: true },
    ];
    await work.begin();
    await work.ends('a');
    await work.ends('b');
    expect(work.claimSizes).toEqual([3, 1]);
  });

  it('waits for the end of an attempt before the next claim when the last claim did not fill all slots', async () => {
    work.claims = [{ items: ['a'], drained: false }];
    await work.begin();
    expect(work.claimSizes).toEqual([3]);
    await work.ends('a');
    expect([work.claimSizes, work.ended]).toEqual([[3, 3], true]);
  });

  it('claims again when an attempt has made an item due', async () => {
    work.claims = [
      { items: ['a'], drained: true },
      { items: ['b'], drained: true },
    ];
    await work.begin();
    await work.ends('a', 'more');
    expect([work.claimSizes, work.underWay]).toEqual([[3, 3], ['b']]);
  });

  it('claims after a wake-up during attempts, as far as slots are free', async () => {
    work.claims = [
      { items: ['a', 'b'], drained: true },
      { items: ['c'], drained: true },
    ];
    await work.begin();
    work.dispatcher.wake();
    await nextTick();
    expect([work.claimSizes, work.underWay]).toEqual([
      [3, 1],
      ['a', 'b', 'c'],
    ]);
    work.dispatcher.wake();
    work.slow();
    await nextTick();
    expect([work.claimSizes.length, work.dispatcher.hasWork]).toEqual([2, true]);
    await work.ends('a');
    expect(work.claimSizes).toEqual([3, 1, 1]);
  });
});

describe('an endpoint that may have more requests under way after a request became slow', () => {
  it('gets another claim at that moment', async () => {
    work.most = 1;
    work.claims = [
      { items: ['a'], drained: false },
      { items: ['b'], drained: true },
    ];
    await work.begin();
    expect([work.claimSizes, work.underWay]).toEqual([[1], ['a']]);
    work.most = 3;
    work.slow();
    await nextTick();
    expect([work.claimSizes, work.underWay]).toEqual([
      [1, 2],
      ['a', 'b'],
    ]);
  });
});

describe('an error during the work for an endpoint', () => {
  it('is logged when the claim fails, and the dispatcher frees its slots and ends', async () => {
    work.claims = [new Error('no database'), { items: ['a'], drained: true }];
    await work.begin();
    expect([work.slotsOut, work.ended, work.underWay]).toEqual([0, true, []]);
    expect(work.log).toMatchObject([
      { msg: 'work for an endpoint was interrupted, a later wake-up continues it', serviceId: ENDPOINT, err: { message: 'no database' } },
    ]);
  });

  it('does not make the dispatcher claim again before the next wake-up when the claim fails', async () => {
    work.claims = [{ items: ['a'], drained: true }, new Error('no database')];
    await work.begin();
    work.dispatcher.wake();
    await nextTick();
    await work.ends('a');
    expect([work.claimSizes, work.ended]).toEqual([[3, 2], true]);
  });

  it('is logged when an attempt fails, and the dispatcher frees the slot and claims the remaining items', async () => {
    work.claims = [
      { items: ['a', 'b', 'c'], drained: false },
      { items: ['d'], drained: true },
    ];
    await work.begin();
    await work.ends('a', 'failed');
    expect([work.slotsOut, work.underWay]).toEqual([3, ['b', 'c', 'd']]);
    expect(work.log).toMatchObject([{ serviceId: ENDPOINT, err: { message: 'a failed' } }]);
  });

  it('does not make the dispatcher claim again when the last attempt fails', async () => {
    work.claims = [{ items: ['a'], drained: true }];
    await work.begin();
    await work.ends('a', 'failed');
    expect([work.claimSizes, work.slotsOut, work.ended]).toEqual([[3], 0, true]);
  });
});

describe('a delay before the next claim of an endpoint', () => {
  it('ends with another claim when items remain', async () => {
    work.claims = [{ items: [], drained: false, restMs: 1 }];
    await work.begin();
    await work.finished;
    expect(work.claimSizes).toEqual([3, 3]);
  });

  it('ends the dispatcher when no items remain', async () => {
    work.claims = [{ items: [], drained: true, restMs: 1 }];
    await work.begin();
    await work.finished;
    expect(work.claimSizes).toEqual([3]);
  });

  it('lasts for the requested time unless the process ends', async () => {
    work.claims = [{ items: [], drained: false, restMs: 86_400_000 }];
    await work.begin();
    expect([work.claimSizes, work.slotsOut, work.ended]).toEqual([[3], 0, false]);
    work.stop.abort();
    await work.finished;
    expect(work.claimSizes).toEqual([3]);
  });
});

describe('a dispatcher in a process that ends', () => {
  it('claims no more items and waits for the attempts under way', async () => {
    work.claims = [{ items: ['a', 'b', 'c'], drained: false }];
    await work.begin();
    work.stop.abort();
    work.dispatcher.wake();
    await work.ends('a', 'more');
    await work.ends('b');
    expect([work.claimSizes, work.ended, work.dispatcher.hasWork]).toEqual([[3], false, false]);
    await work.ends('c');
    expect([work.claimSizes, work.slotsOut, work.ended]).toEqual([[3], 0, true]);
  });

  it('claims no items when it gets a slot only after the process began to end', async () => {
    const open = work.noSlots();
    await work.begin();
    work.stop.abort();
    open();
    await nextTick();
    expect([work.claimSizes, work.slotsOut, work.ended]).toEqual([[], 0, true]);
  });
});
