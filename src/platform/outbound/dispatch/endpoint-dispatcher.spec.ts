import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { type ClaimResult, EndpointDispatcher } from './endpoint-dispatcher.js';
import type { EndpointSlots, Slot } from './endpoint-slots.js';

const turn = (): Promise<void> => new Promise(setImmediate);
const ENDPOINT = '5f2c9a1b';

/** Items of an endpoint with three slots. Each attempt keeps its slot until the test ends it. */
class Work {
  /** Results of the next claims, after which nothing is left; a function throws. */
  claims: (ClaimResult<string> | Error)[] = [];
  readonly asked: number[] = [];
  readonly attempts = new Map<string, { succeed: (more: boolean) => void; fail: () => void }>();
  readonly log: { msg: string; serviceId: string; err: { message: string } }[] = [];
  slotsOut = 0;
  most = 3;
  slow: () => void = () => undefined;
  readonly stop = new AbortController();
  ended = false;
  /** Until its end. */
  whole: Promise<unknown> = Promise.resolve();
  private gate: Promise<void> | undefined;

  readonly run = new EndpointDispatcher<string>(
    ENDPOINT,
    {
      claim: (_endpointId, most) => {
        this.asked.push(most);
        const next = this.claims.shift() ?? { items: [], drained: true };
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
      },
      attempt: (item) =>
        new Promise((succeed, reject) => this.attempts.set(item, { succeed, fail: () => reject(new Error(`${item} failed`)) })),
    },
    {
      most: () => this.most,
      take: async (_endpointId: string, most: number, onSlow: () => void) => {
        this.slow = onSlow;
        await this.gate;
        return Array.from({ length: most }, () => this.slot());
      },
    } as unknown as EndpointSlots,
    this.stop.signal,
    pino({}, { write: (line: string) => void this.log.push(JSON.parse(line) as (typeof this.log)[number]) }),
  );

  /** Gives slots only when the returned function is called. */
  noSlots(): () => void {
    let open: () => void = () => undefined;
    this.gate = new Promise((resolve) => (open = resolve));
    return open;
  }

  async begin(): Promise<void> {
    this.whole = this.run.run().then(() => (this.ended = true));
    await turn();
  }

  async ends(item: string, how: 'more' | 'done' | 'failed' = 'done'): Promise<void> {
    const attempt = this.attempts.get(item);
    this.attempts.delete(item);
    if (how === 'failed') attempt?.fail();
    else attempt?.succeed(how === 'more');
    await turn();
  }

  get underWay(): string[] {
    return [...this.attempts.keys()];
  }

  private slot(): Slot {
    this.slotsOut += 1;
    let held = true;
    return {
      begin: () => undefined,
      end: () => undefined,
      giveBack: () => {
        if (held) this.slotsOut -= 1;
        held = false;
      },
    };
  }
}

let work: Work;
beforeEach(() => void (work = new Work()));

describe('the run of an endpoint', () => {
  it('asks once where nothing is due, gives its slots back and ends', async () => {
    await work.begin();
    expect([work.asked, work.slotsOut, work.ended, work.run.hasWork]).toEqual([[3], 0, true, false]);
  });

  it('keeps a slot for each attempt only, and asks for nothing more when it has all', async () => {
    work.claims = [{ items: ['a', 'b'], drained: true }];
    await work.begin();
    expect([work.underWay, work.slotsOut, work.ended]).toEqual([['a', 'b'], 2, false]);
    await work.ends('b');
    await work.ends('a');
    expect([work.asked, work.slotsOut, work.ended]).toEqual([[3], 0, true]);
  });

  it('has as much under way as it may, and asks for what was left over when an attempt has ended', async () => {
    work.claims = [
      { items: ['a', 'b', 'c'], drained: false },
      { items: ['d'], drained: true },
    ];
    await work.begin();
    expect([work.underWay, work.asked]).toEqual([['a', 'b', 'c'], [3]]);
    await work.ends('b');
    expect([work.underWay, work.asked]).toEqual([
      ['a', 'c', 'd'],
      [3, 1],
    ]);
    for (const item of ['a', 'c', 'd']) await work.ends(item);
    expect([work.asked, work.slotsOut, work.ended]).toEqual([[3, 1], 0, true]);
  });

  it('asks at once for what is left over where there is room and it got all it asked for', async () => {
    work.claims = [
      { items: ['a', 'b', 'c'], drained: false },
      { items: [], drained: true },
    ];
    await work.begin();
    await work.ends('a');
    await work.ends('b');
    expect(work.asked).toEqual([3, 1]);
  });

  it('does not ask again before an attempt has ended when it got less than it asked for', async () => {
    work.claims = [{ items: ['a'], drained: false }];
    await work.begin();
    expect(work.asked).toEqual([3]);
    await work.ends('a');
    expect([work.asked, work.ended]).toEqual([[3, 3], true]);
  });

  it('asks again when an attempt has made something due', async () => {
    work.claims = [
      { items: ['a'], drained: true },
      { items: ['b'], drained: true },
    ];
    await work.begin();
    await work.ends('a', 'more');
    expect([work.asked, work.underWay]).toEqual([[3, 3], ['b']]);
  });

  it('asks for what it is told of while attempts are under way, as far as there is room', async () => {
    work.claims = [
      { items: ['a', 'b'], drained: true },
      { items: ['c'], drained: true },
    ];
    await work.begin();
    work.run.wake();
    await turn();
    expect([work.asked, work.underWay]).toEqual([
      [3, 1],
      ['a', 'b', 'c'],
    ]);
    work.run.wake();
    work.slow();
    await turn();
    expect([work.asked.length, work.run.hasWork]).toEqual([2, true]);
    await work.ends('a');
    expect(work.asked).toEqual([3, 1, 1]);
  });
});

describe('an endpoint that may have more under way once a request has turned out to be slow', () => {
  it('is asked for more at that moment', async () => {
    work.most = 1;
    work.claims = [
      { items: ['a'], drained: false },
      { items: ['b'], drained: true },
    ];
    await work.begin();
    expect([work.asked, work.underWay]).toEqual([[1], ['a']]);
    work.most = 3;
    work.slow();
    await turn();
    expect([work.asked, work.underWay]).toEqual([
      [1, 2],
      ['a', 'b'],
    ]);
  });
});

describe('an interruption of the work for an endpoint', () => {
  it('of the claim is told, keeps no slot and ends the run', async () => {
    work.claims = [new Error('no database'), { items: ['a'], drained: true }];
    await work.begin();
    expect([work.slotsOut, work.ended, work.underWay]).toEqual([0, true, []]);
    expect(work.log).toMatchObject([
      { msg: 'work for an endpoint was interrupted; it is taken up again', serviceId: ENDPOINT, err: { message: 'no database' } },
    ]);
  });

  it('of the claim is no reason to ask again before somebody tells of something', async () => {
    work.claims = [{ items: ['a'], drained: true }, new Error('no database')];
    await work.begin();
    work.run.wake();
    await turn();
    await work.ends('a');
    expect([work.asked, work.ended]).toEqual([[3, 2], true]);
  });

  it('of an attempt is told, gives the slot back, and what is left over is asked for', async () => {
    work.claims = [
      { items: ['a', 'b', 'c'], drained: false },
      { items: ['d'], drained: true },
    ];
    await work.begin();
    await work.ends('a', 'failed');
    expect([work.slotsOut, work.underWay]).toEqual([3, ['b', 'c', 'd']]);
    expect(work.log).toMatchObject([{ serviceId: ENDPOINT, err: { message: 'a failed' } }]);
  });

  it('of the last attempt makes nothing due', async () => {
    work.claims = [{ items: ['a'], drained: true }];
    await work.begin();
    await work.ends('a', 'failed');
    expect([work.asked, work.slotsOut, work.ended]).toEqual([[3], 0, true]);
  });
});

describe('a rest of an endpoint', () => {
  it('ends with another look when something is left over', async () => {
    work.claims = [{ items: [], drained: false, restMs: 1 }];
    await work.begin();
    await work.whole;
    expect(work.asked).toEqual([3, 3]);
  });

  it('ends the run when nothing is', async () => {
    work.claims = [{ items: [], drained: true, restMs: 1 }];
    await work.begin();
    await work.whole;
    expect(work.asked).toEqual([3]);
  });

  it('lasts as long as it is to, unless the process ends', async () => {
    work.claims = [{ items: [], drained: false, restMs: 86_400_000 }];
    await work.begin();
    expect([work.asked, work.slotsOut, work.ended]).toEqual([[3], 0, false]);
    work.stop.abort();
    await work.whole;
    expect(work.asked).toEqual([3]);
  });
});

describe('the end of the process', () => {
  it('claims nothing more, and waits for what is under way', async () => {
    work.claims = [{ items: ['a', 'b', 'c'], drained: false }];
    await work.begin();
    work.stop.abort();
    work.run.wake();
    await work.ends('a', 'more');
    await work.ends('b');
    expect([work.asked, work.ended, work.run.hasWork]).toEqual([[3], false, false]);
    await work.ends('c');
    expect([work.asked, work.slotsOut, work.ended]).toEqual([[3], 0, true]);
  });

  it('claims nothing either when a slot comes only then', async () => {
    const open = work.noSlots();
    await work.begin();
    work.stop.abort();
    open();
    await turn();
    expect([work.asked, work.slotsOut, work.ended]).toEqual([[], 0, true]);
  });
});
