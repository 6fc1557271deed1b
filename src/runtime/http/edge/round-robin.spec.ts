import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { roundRobin } from './round-robin.js';

/** Sends requests of callers, and lists them as they begin. */
function entrance() {
  const enter = roundRobin(({ ip = '' }) => ip);
  const begun: string[] = [];
  const send = (caller: string, name: string, begin = () => void begun.push(name)): void =>
    void enter({ ip: caller } as Request, {} as Response, begin);
  return { begun, send };
}

describe('requests', () => {
  it('begin at once while few come', async () => {
    const { begun, send } = entrance();
    for (const name of ['1', '2', '3', '4']) send('crowd', name);
    expect(begun).toEqual(['1', '2', '3', '4']);
    await nextTurn();
    await nextTurn();
    for (const name of ['5', '6']) send('crowd', name);
    expect(begun.slice(4)).toEqual(['5', '6']);
  });

  it('of a crowd begin in its order, and let those of others pass', async () => {
    const { begun, send } = entrance();
    for (let name = 1; name <= 12; name += 1) send('crowd', String(name));
    send('other', 'innocent');
    expect(begun).toEqual(['1', '2', '3', '4']);
    await nextTurn();
    expect(begun.slice(4)).toEqual(['5', 'innocent', '6', '7']);
    await nextTurn();
    await nextTurn();
    expect(begun.slice(8)).toEqual(['8', '9', '10', '11', '12']);
  });

  it('keep what belongs to them while they wait', async () => {
    const { send } = entrance();
    const trace = new AsyncLocalStorage<number>();
    const seen: (number | undefined)[] = [];
    for (let each = 0; each < 6; each += 1) trace.run(each, () => send('crowd', '', () => void seen.push(trace.getStore())));
    await nextTurn();
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
