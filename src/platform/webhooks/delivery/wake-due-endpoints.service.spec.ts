import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PeriodicTask, PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';
import type { DeliverEndpointService } from './deliver-endpoint.service.js';
import type { DueEndpoint, DueEndpointsQuery } from '../wake-up/due-endpoints.query.js';
import { WakeDueEndpointsService } from './wake-due-endpoints.service.js';

const NOW = new Date('2026-11-21T12:00:00Z');

let due: DueEndpoint[];
let searchedRanges: [Date, Date][];
let woken: string[];
let tasks: PeriodicTask[];
let sweep: WakeDueEndpointsService;
beforeEach(() => {
  [due, searchedRanges, woken, tasks] = [[], [], [], []];
  jest.useFakeTimers();
  sweep = new WakeDueEndpointsService(
    { run: (now: Date, until: Date) => Promise.resolve((searchedRanges.push([now, until]), due)) } as unknown as DueEndpointsQuery,
    { wake: (id: string) => void woken.push(id), isAwake: (id: string) => id === 'awake' } as unknown as DeliverEndpointService,
    { register: (task: PeriodicTask) => void tasks.push(task) } as unknown as PeriodicTasks,
    { now: () => NOW },
  );
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the sweeper', () => {
  it('searches once every two seconds for endpoints that are due until the next sweep', async () => {
    sweep.onModuleInit();
    expect(tasks).toMatchObject([{ name: 'sweep-webhooks', intervalMs: 2_000 }]);
    due = [{ serviceId: 'a', inMs: 0 }];
    await expect(tasks[0]?.batch(new AbortController().signal)).resolves.toBe(false);
    expect(woken).toEqual(['a']);
    expect(searchedRanges).toEqual([[NOW, new Date(NOW.getTime() + 2_500)]]); // until the next sweep, with a margin
  });

  it('does not wake an endpoint that is awake, and returns how many it woke', async () => {
    due = ['a', 'awake', 'b'].map((serviceId) => ({ serviceId, inMs: 0 }));
    await expect(sweep.run()).resolves.toBe(2);
    expect(woken).toEqual(['a', 'b']);
  });

  it('wakes an endpoint on time that is due before the next sweep, even if the endpoint is awake now', async () => {
    due = [
      { serviceId: 'soon', inMs: 300 },
      { serviceId: 'awake', inMs: 1_000 },
    ];
    await expect(sweep.run()).resolves.toBe(0);
    expect(woken).toEqual([]);
    jest.advanceTimersByTime(300);
    expect(woken).toEqual(['soon']);
    jest.advanceTimersByTime(699);
    expect(woken).toEqual(['soon']);
    jest.advanceTimersByTime(1);
    expect(woken).toEqual(['soon', 'awake']);
  });
});
