import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { roundRobin } from './round-robin.js';

/** A middleware to which the test sends requests of callers. `begun` lists the requests in the order in which they began. */
function testMiddleware() {
  const enter = roundRobin(({ ip = '' }) => ip);
  const begun: string[] = [];
  const send = (caller: string, name: string, begin = () => void begun.push(name)): void =>
    void enter({ ip: caller } as Request, {} as Response, begin);
  return { begun, send };
}

describe('requests', () => {
  it('begin immediately while few requests arrive', async () => {
    const { begun, send } = testMiddleware();
    for (const name of ['1', '2', '3', '4']) send('crowd', name);
    expect(begun).toEqual(['1', '2', '3', '4']);
    await nextTick();
    await nextTick();
    for (const name of ['5', '6']) send('crowd', name);
    expect(begun.slice(4)).toEqual(['5', '6']);
  });

  it('of a caller with many requests begin in their order, and do not delay requests of other callers', async () => {
    const { begun, send } = testMiddleware();
    for (let name = 1; name <= 12; name += 1) send('crowd', String(name));
    send('other', 'innocent');
    expect(begun).toEqual(['1', '2', '3', '4']);
    await nextTick();
    expect(begun.slice(4)).toEqual(['5', 'innocent', '6', '7']);
    await nextTick();
    await nextTick();
    expect(begun.slice(8)).toEqual(['8', '9', '10', '11', '12']);
  });

  it('keep their asynchronous context while they wait', async () => {
    const { send } = testMiddleware();
    const trace = new AsyncLocalStorage<number>();
    const seen: (number | undefined)[] = [];
    for (let each = 0; each < 6; each += 1) trace.run(each, () => send('crowd', '', () => void seen.push(trace.getStore())));
    await nextTick();
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
