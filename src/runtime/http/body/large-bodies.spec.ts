import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { LargeBodies } from './large-bodies.js';

function responseOf() {
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  return Object.assign(new EventEmitter(), { closed: false, req: { socket } });
}

/** Queues requests in the order of the calls. */
function queue() {
  const largeBodies = new LargeBodies();
  const begun: string[] = [];
  const responses = new Map<string, ReturnType<typeof responseOf>>();
  return {
    /** Requests whose turn has begun, in this order. */
    begun: async (): Promise<string[]> => {
      await setImmediate();
      return begun;
    },
    /** @param name such as `A1`: the first request of partner A */
    send: (name: string): Promise<void> => {
      const response = responseOf();
      responses.set(name, response);
      return largeBodies.waitForTurn(name.slice(0, 1), response as unknown as ServerResponse).then(() => void begun.push(name));
    },
    /** Ends a request, because its response was sent. */
    end: (name: string): void => {
      const response = responses.get(name)!;
      response.closed = true;
      response.emit('close');
    },
    disconnect: (name: string): void => {
      const socket = responses.get(name)!.req.socket;
      socket.destroyed = true;
      socket.emit('close');
    },
  };
}

describe('requests with large bodies', () => {
  it('of one partner are handled one after the other, and do not delay other partners', async () => {
    const { send, end, begun } = queue();
    for (const name of ['A1', 'A2', 'A3', 'B1']) void send(name);
    expect(await begun()).toEqual(['A1', 'B1']);
    end('A1');
    expect(await begun()).toEqual(['A1', 'B1', 'A2']);
  });

  it('of all partners are handled four at once', async () => {
    const { send, end, begun } = queue();
    for (const name of ['A1', 'B1', 'C1', 'D1', 'E1', 'F1']) void send(name);
    expect(await begun()).toEqual(['A1', 'B1', 'C1', 'D1']);
    end('C1');
    expect(await begun()).toEqual(['A1', 'B1', 'C1', 'D1', 'E1']);
  });

  it('are rejected when 20 of the partner wait, until one has ended', async () => {
    const { send, end, begun } = queue();
    for (let number = 1; number <= 21; number += 1) void send(`A${number}`);
    await expect(send('A22')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 1 } });
    void send('B1');
    end('A1');
    expect(await begun()).toEqual(['A1', 'B1', 'A2']);
    void send('A23');
    await expect(send('A24')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('end with their connection, also when the response waits behind another one and is never closed', async () => {
    const { send, disconnect, begun } = queue();
    for (const name of ['A1', 'A2', 'A3', 'A4']) void send(name);
    disconnect('A2');
    disconnect('A1');
    expect(await begun()).toEqual(['A1', 'A2', 'A3']);
  });

  it('lose their turn when the client closes the connection while they wait', async () => {
    const { send, end, begun } = queue();
    for (const name of ['A1', 'A2', 'A3']) void send(name);
    end('A2');
    end('A1');
    expect(await begun()).toEqual(['A1', 'A2', 'A3']);
  });
});
