import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Environment } from '../../../runtime/config/environment.js';
import { EndpointSlots, type Slot } from './endpoint-slots.js';

/** Longer than a quick request takes. */
const LONG_MS = 1_000;
const SHORT_MS = 100;
const PER_ENDPOINT = 3;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const slotsFor = (concurrency: number): EndpointSlots =>
  new EndpointSlots({ webhook: { concurrency, concurrencyPerEndpoint: PER_ENDPOINT } } as Environment);

/** Requests one slot. @returns an object that gets the slot once one is free. */
function waitFor(slots: EndpointSlots, endpointId: string, onSlow: () => void = () => undefined) {
  const waiting: { slot?: Slot } = {};
  void slots.acquire(endpointId, 1, onSlow).then(([slot]) => Object.assign(waiting, { slot }));
  return waiting;
}
const advance = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Makes one request of this duration. */
async function request(slots: EndpointSlots, endpointId: string, ms: number, responded: boolean): Promise<void> {
  const [slot] = await slots.acquire(endpointId, 1, () => undefined);
  slot?.begin();
  await advance(ms);
  slot?.end(responded);
}

describe('the number of requests that an endpoint may have under way', () => {
  it('is one for an unknown endpoint', () => expect(slotsFor(10).maxConcurrent('A')).toBe(1));

  it.each([
    ['responds immediately', SHORT_MS, true, PER_ENDPOINT],
    ['responds after a while', LONG_MS, true, PER_ENDPOINT],
    ['closes the connection', SHORT_MS, false, 1],
    ['hangs', LONG_MS, false, 1],
  ])('depends on the latest response, for an endpoint that %s', async (_, ms, responded, limit) => {
    const slots = slotsFor(10);
    await request(slots, 'A', ms, responded);
    expect([slots.maxConcurrent('A'), slots.maxConcurrent('B')]).toEqual([limit, 1]);
  });

  it('is one after a missing response and while the next request hangs, and more after a response', async () => {
    const slots = slotsFor(10);
    await request(slots, 'A', SHORT_MS, true);
    await request(slots, 'A', SHORT_MS, false);
    expect(slots.maxConcurrent('A')).toBe(1);
    const [slot] = await slots.acquire('A', 1, () => undefined);
    slot?.begin();
    await advance(LONG_MS);
    expect(slots.maxConcurrent('A')).toBe(1);
    slot?.end(true);
    expect(slots.maxConcurrent('A')).toBe(PER_ENDPOINT);
  });
});

describe('slots', () => {
  it('are in use from the moment they are acquired until they are released', async () => {
    const slots = slotsFor(1);
    const [first, second, third] = ['A', 'B', 'C'].map((endpointId) => waitFor(slots, endpointId));
    await advance(0);
    expect([first?.slot, second?.slot]).toEqual([expect.anything(), undefined]);
    first?.slot?.release();
    await advance(0);
    expect([second?.slot, third?.slot]).toEqual([expect.anything(), undefined]);
    second?.slot?.begin();
    second?.slot?.end(true);
    await advance(0);
    expect(third?.slot).toBeDefined();
  });

  it('are released only once, even when release is called repeatedly', async () => {
    const slots = slotsFor(1);
    const [first, second, third] = ['A', 'B', 'C'].map((endpointId) => waitFor(slots, endpointId));
    await advance(0);
    first?.slot?.begin();
    first?.slot?.end(true);
    first?.slot?.release();
    first?.slot?.release();
    await advance(0);
    expect([second?.slot, third?.slot]).toEqual([expect.anything(), undefined]);
  });

  it('can be acquired several at a time by one endpoint', async () => {
    expect(await slotsFor(9).acquire('A', 8, () => undefined)).toHaveLength(3);
  });

  it('are free for other endpoints when a request becomes slow, and onSlow is called', async () => {
    const slots = slotsFor(1);
    const onSlow = jest.fn();
    const hanging = waitFor(slots, 'A', onSlow);
    const other = waitFor(slots, 'B');
    await advance(0);
    hanging.slot?.begin();
    await advance(SHORT_MS);
    expect([other.slot, onSlow.mock.calls.length]).toEqual([undefined, 0]);
    await advance(LONG_MS);
    expect([other.slot, onSlow.mock.calls.length]).toEqual([expect.anything(), 1]);
    const third = waitFor(slots, 'C');
    hanging.slot?.end(true); // its quick slot was already released
    await advance(0);
    expect(third.slot).toBeUndefined();
  });

  it('do not become slow after the request ended or the slot was released', async () => {
    const slots = slotsFor(2);
    const onSlow = jest.fn();
    for (const method of ['end', 'release'] as const) {
      const [slot] = await slots.acquire('A', 1, onSlow);
      slot?.begin();
      if (method === 'end') slot?.end(true);
      else slot?.release();
      await advance(LONG_MS);
    }
    expect(onSlow).not.toHaveBeenCalled();
  });
});

describe('the slots of an endpoint that', () => {
  /** Makes the endpoint slow and acquires all quick slots for another endpoint. */
  const fillQuickSlots = async (concurrency: number, endpointId: string, responded: boolean) => {
    const slots = slotsFor(concurrency);
    await request(slots, endpointId, LONG_MS, responded);
    const heldSlots = await Promise.all(Array.from({ length: concurrency }, () => slots.acquire('busy', 1, () => undefined)));
    return { slots, heldSlots };
  };

  it.each([
    ['is slow', true],
    ['does not respond', false],
  ])('%s are separate from those of quick endpoints and four times as many', async (_, responded) => {
    const { slots } = await fillQuickSlots(2, 'A', responded);
    const requests = Array.from({ length: 9 }, () => waitFor(slots, 'A'));
    const quick = waitFor(slots, 'B');
    await advance(0);
    expect(requests.filter(({ slot }) => slot).length).toBe(8);
    requests[0]?.slot?.begin();
    await advance(LONG_MS); // the request uses no quick slot that it could release
    expect([requests.at(-1)?.slot, quick.slot]).toEqual([undefined, undefined]);
    requests[0]?.slot?.end(responded);
    await advance(0);
    expect([requests.at(-1)?.slot, quick.slot]).toEqual([expect.anything(), undefined]);
  });

  it('becomes slow move to the slow semaphore and are released there', async () => {
    const slots = slotsFor(1);
    const slowSlots = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => {
        const [slot] = await slots.acquire(`late ${index}`, 1, () => undefined);
        slot?.begin();
        await advance(LONG_MS);
        return slot;
      }),
    );
    const next = waitFor(slots, 'late 0'); // five requests use the four slow slots
    slowSlots[0]?.end(true);
    await advance(0);
    expect(next.slot).toBeUndefined();
    slowSlots[1]?.end(true);
    await advance(0);
    expect(next.slot).toBeDefined();
  });

  it('responds quickly again are quick slots again', async () => {
    const { slots, heldSlots } = await fillQuickSlots(1, 'A', false);
    await request(slots, 'A', SHORT_MS, true);
    const nextRequest = waitFor(slots, 'A');
    await advance(0);
    expect(nextRequest.slot).toBeUndefined();
    heldSlots[0]?.[0]?.release();
    await advance(0);
    expect(nextRequest.slot).toBeDefined();
  });
});
