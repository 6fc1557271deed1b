import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { roundRobin } from './round-robin.js';

/** A middleware to which the test sends requests of callers. `started` lists the requests in the order in which they started. */
function testMiddleware() {
  const enter = roundRobin(({ ip = '' }) => ip);
  const started: string[] = [];
  const send = (caller: string, name: string, start = () => void started.push(name)): void =>
    void enter({ ip: caller } as Request, {} as Response, start);
  return { started, send };
}

describe('requests', () => {
  it('begin immediately while few requests arrive', async () => {
    const { started, send } = testMiddleware();
    for (const name of ['1', '2', '3', '4']) send('crowd', name);
    expect(started).toEqual(['1', '2', '3', '4']);
    await nextTick();
    await nextTick();
    for (const name of ['5', '6']) send('crowd', name);
    expect(started.slice(4)).toEqual(['5', '6']);
  });

  it('of a caller with many requests begin in their order, and do not delay requests of other callers', async () => {
    const { started, send } = testMiddleware();
    for (let name = 1; name <= 12; name += 1) send('crowd', String(name));
    send('other', 'another');
    expect(started).toEqual(['1', '2', '3', '4']);
    await nextTick();
    expect(started.slice(4)).toEqual(['5', 'another', '6', '7']);
    await nextTick();
    await nextTick();
    expect(started.slice(8)).toEqual(['8', '9', '10', '11', '12']);
  });

  it('keep their asynchronous context while they wait', async () => {
    const { send } = testMiddleware();
    const trace = new AsyncLocalStorage<number>();
    const contexts: (number | undefined)[] = [];
    for (let index = 0; index < 6; index += 1) trace.run(index, () => send('crowd', '', () => void contexts.push(trace.getStore())));
    await nextTick();
    expect(contexts).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
