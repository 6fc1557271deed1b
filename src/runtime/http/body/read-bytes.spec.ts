import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError } from '../../../common/errors/domain-error.js';
import { readBytes } from './read-bytes.js';

const LIMIT = 1_000_000;
const AFTER_BYTES = 100_000;

let server: Server;
let waits = 0;
/** What the server does when it is told to wait for the turn of a body. */
let wait: () => Promise<void>;
beforeAll(async () => {
  server = createServer((incoming, response) => {
    const turn = { afterBytes: AFTER_BYTES, wait: () => ((waits += 1), wait()) };
    readBytes(incoming, LIMIT, turn).then(
      (bytes) => response.end(String(bytes.length)),
      (error: unknown) => response.end(error instanceof DomainError ? error.code : String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  waits = 0;
});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(async () => {
  agent.destroy();
  server.close();
  await once(server, 'close');
});

/** Sends a body on the only connection. @returns the server's text and the connection's port. */
async function send(bytes: number, isChunked: boolean): Promise<[text: string, port: number | undefined]> {
  const { port } = server.address() as AddressInfo;
  const headers = isChunked ? {} : { 'Content-Length': bytes };
  const sent = request({ host: '127.0.0.1', port, method: 'POST', agent, headers });
  for (let rest = bytes; rest > 0; rest -= 50_000) sent.write(Buffer.alloc(Math.min(rest, 50_000)));
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return [await text(response), sent.socket?.localPort];
}

describe.each([
  ['with a length', false],
  ['in chunks', true],
])('a body %s', (_, isChunked) => {
  it('is read without a wait up to the size, and with one wait above it', async () => {
    wait = () => Promise.resolve();
    expect((await send(AFTER_BYTES, isChunked))[0]).toBe('100000');
    expect(waits).toBe(0);
    expect((await send(AFTER_BYTES + 1, isChunked))[0]).toBe('100001');
    expect((await send(900_000, isChunked))[0]).toBe('900000');
    expect(waits).toBe(2);
  });

  it('is rejected above the limit', async () => {
    wait = () => Promise.resolve();
    expect((await send(LIMIT + 1, isChunked))[0]).toBe('PAYLOAD_TOO_LARGE');
  });

  it('gets the error of a refused turn, and the connection takes the next request', async () => {
    wait = () => Promise.reject(new DomainError('TOO_MANY_REQUESTS'));
    const [error, port] = await send(900_000, isChunked);
    expect(error).toBe('TOO_MANY_REQUESTS');
    expect(await send(10, isChunked)).toEqual(['10', port]);
  });
});
