import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Environment } from '../../../runtime/config/environment.js';
import type { EndpointWork } from './endpoint-dispatcher.js';
import { EndpointDispatchers } from './endpoint-dispatchers.js';
import { EndpointSlots } from './endpoint-slots.js';

const LISTENERS_ABOVE_WARNING_LIMIT = 11;
const DAY_MS = 86_400_000;
const nextTick = (): Promise<void> => new Promise(setImmediate);

const startDispatchers = <Item>(work: EndpointWork<Item>): EndpointDispatchers<Item> => {
  const slots = new EndpointSlots({ webhook: { concurrency: 100, concurrencyPerEndpoint: 1 } } as Environment);
  return new EndpointDispatchers(work, slots, pino({ level: 'silent' }));
};

const warnings: string[] = [];
const recordWarning = (warning: Error): void => void warnings.push(warning.name);
afterEach(() => void process.off('warning', recordWarning));

describe('endpoints that wait for their next claim', () => {
  it('cause no listener warning of Node and do not delay the end of the process', async () => {
    process.on('warning', recordWarning);
    const waitingEndpoints: string[] = [];
    const dispatchers = startDispatchers<never>({
      claim: (endpointId) => {
        waitingEndpoints.push(endpointId);
        return Promise.resolve({ items: [], drained: true, nextClaimDelayMs: DAY_MS });
      },
      attempt: () => Promise.resolve(false),
    });
    for (let endpoint = 0; endpoint < LISTENERS_ABOVE_WARNING_LIMIT; endpoint += 1) dispatchers.wake(`endpoint ${endpoint}`);
    await nextTick();
    expect(waitingEndpoints).toHaveLength(LISTENERS_ABOVE_WARNING_LIMIT);
    await dispatchers.stop();
    await nextTick();
    expect(warnings).toEqual([]);
  });
});

describe('a woken endpoint', () => {
  let due: Map<string, string[]>;
  let claimed: string[];
  let finishByItem: Map<string, () => void>;
  let dispatchers: EndpointDispatchers<string>;
  beforeEach(() => {
    [due, claimed, finishByItem] = [new Map(), [], new Map()];
    dispatchers = startDispatchers({
      claim: (endpointId, limit) => {
        claimed.push(endpointId);
        const items = due.get(endpointId)?.splice(0, limit) ?? [];
        return Promise.resolve({ items, drained: due.get(endpointId)?.length !== 0 });
      },
      attempt: (item) => new Promise((resolve) => finishByItem.set(item, () => resolve(false))),
    });
  });
  afterEach(async () => {
    const stopped = dispatchers.stop();
    for (const end of finishByItem.values()) end();
    await stopped;
  });

  it('is awake until no items are due and no attempts are under way, and has one dispatcher at a time', async () => {
    due.set('A', ['a']);
    dispatchers.wake('A');
    expect([dispatchers.isAwake('A'), dispatchers.isAwake('B')]).toEqual([true, false]);
    await nextTick();
    dispatchers.wake('A');
    await nextTick();
    expect([[...finishByItem.keys()], claimed]).toEqual([['a'], ['A']]); // the endpoint has reached its limit
    finishByItem.get('a')?.();
    await nextTick();
    expect([dispatchers.isAwake('A'), claimed]).toEqual([false, ['A', 'A']]);
  });

  it('does not wait for another endpoint', async () => {
    due.set('A', ['a']);
    due.set('B', ['b']);
    dispatchers.wake('A');
    dispatchers.wake('B');
    await nextTick();
    expect([...finishByItem.keys()]).toEqual(['a', 'b']);
  });

  it('gets its due items when the wake-up comes at any step of the dispatcher’s end', async () => {
    const steps = Array.from({ length: 40 }, (_, step) => step); // more microtasks than a dispatcher's run and its end take
    const handledSteps: number[] = [];
    for (const step of steps) {
      dispatchers.wake('A');
      for (let passed = 0; passed < step; passed += 1) await Promise.resolve();
      due.set('A', [`after ${step} steps`]);
      dispatchers.wake('A');
      await nextTick();
      const end = finishByItem.get(`after ${step} steps`);
      if (end) handledSteps.push(step);
      end?.();
      await nextTick();
    }
    expect(handledSteps).toEqual(steps);
  });

  it('is not claimed for any more when the process ends, and the process waits for the attempts under way', async () => {
    due.set('A', ['a']);
    dispatchers.wake('A');
    await nextTick();
    due.set('A', ['more']);
    let stopped = false;
    void dispatchers.stop().then(() => (stopped = true));
    dispatchers.wake('A');
    dispatchers.wake('B');
    await nextTick();
    expect([stopped, dispatchers.isAwake('B'), claimed]).toEqual([false, false, ['A']]);
    finishByItem.get('a')?.();
    await nextTick();
    expect([stopped, dispatchers.isAwake('A'), claimed]).toEqual([true, false, ['A']]);
  });
});
