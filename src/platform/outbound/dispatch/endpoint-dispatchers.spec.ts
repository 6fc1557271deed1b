import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Environment } from '../../../runtime/config/environment.js';
import type { EndpointWork } from './endpoint-dispatcher.js';
import { EndpointDispatchers } from './endpoint-dispatchers.js';
import { EndpointSlots } from './endpoint-slots.js';

const MORE_THAN_NODE_LIKES = 11;
const A_DAY_MS = 86_400_000;
const turn = (): Promise<void> => new Promise(setImmediate);

const runsOf = <Item>(work: EndpointWork<Item>): EndpointDispatchers<Item> => {
  const slots = new EndpointSlots({ webhook: { concurrency: 100, concurrencyPerEndpoint: 1 } } as Environment);
  return new EndpointDispatchers(work, slots, pino({ level: 'silent' }));
};

const warnings: string[] = [];
const keep = (warning: Error): void => void warnings.push(warning.name);
afterEach(() => void process.off('warning', keep));

describe('endpoints at which nothing can be done for now', () => {
  it('rest, however many they are, without a warning, and are no reason to wait when the process ends', async () => {
    process.on('warning', keep);
    const resting: string[] = [];
    const runs = runsOf<never>({
      claim: (endpointId) => {
        resting.push(endpointId);
        return Promise.resolve({ items: [], drained: true, restMs: A_DAY_MS });
      },
      attempt: () => Promise.resolve(false),
    });
    for (let endpoint = 0; endpoint < MORE_THAN_NODE_LIKES; endpoint += 1) runs.wake(`endpoint ${endpoint}`);
    await turn();
    expect(resting).toHaveLength(MORE_THAN_NODE_LIKES);
    await runs.stop();
    await turn();
    expect(warnings).toEqual([]);
  });
});

describe('an endpoint that is woken', () => {
  let due: Map<string, string[]>;
  let asked: string[];
  let ends: Map<string, () => void>;
  let runs: EndpointDispatchers<string>;
  beforeEach(() => {
    [due, asked, ends] = [new Map(), [], new Map()];
    runs = runsOf({
      claim: (endpointId, most) => {
        asked.push(endpointId);
        const items = due.get(endpointId)?.splice(0, most) ?? [];
        return Promise.resolve({ items, drained: due.get(endpointId)?.length !== 0 });
      },
      attempt: (item) => new Promise((resolve) => ends.set(item, () => resolve(false))),
    });
  });
  afterEach(async () => {
    const stopped = runs.stop();
    for (const end of ends.values()) end();
    await stopped;
  });

  it('is awake until nothing is due there and nothing under way, and is done by one at a time', async () => {
    due.set('A', ['a']);
    runs.wake('A');
    expect([runs.isAwake('A'), runs.isAwake('B')]).toEqual([true, false]);
    await turn();
    runs.wake('A');
    await turn();
    expect([[...ends.keys()], asked]).toEqual([['a'], ['A']]); // it has as much under way as it may
    ends.get('a')?.();
    await turn();
    expect([runs.isAwake('A'), asked]).toEqual([false, ['A', 'A']]);
  });

  it('is not kept waiting by another', async () => {
    due.set('A', ['a']);
    due.set('B', ['b']);
    runs.wake('A');
    runs.wake('B');
    await turn();
    expect([...ends.keys()]).toEqual(['a', 'b']);
  });

  it('hears of what became due, at whatever moment of its ending it is told', async () => {
    const steps = Array.from({ length: 40 }, (_, step) => step);
    const heard: number[] = [];
    for (const step of steps) {
      runs.wake('A');
      for (let passed = 0; passed < step; passed += 1) await Promise.resolve();
      due.set('A', [`after ${step} steps`]);
      runs.wake('A');
      await turn();
      const end = ends.get(`after ${step} steps`);
      if (end) heard.push(step);
      end?.();
      await turn();
    }
    expect(heard).toEqual(steps);
  });

  it('is left alone once the process ends, which waits for what is under way', async () => {
    due.set('A', ['a']);
    runs.wake('A');
    await turn();
    due.set('A', ['more']);
    let stopped = false;
    void runs.stop().then(() => (stopped = true));
    runs.wake('A');
    runs.wake('B');
    await turn();
    expect([stopped, runs.isAwake('B'), asked]).toEqual([false, false, ['A']]);
    ends.get('a')?.();
    await turn();
    expect([stopped, runs.isAwake('A'), asked]).toEqual([true, false, ['A']]);
  });
});
