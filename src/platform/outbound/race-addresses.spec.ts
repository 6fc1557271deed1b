import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type LookupFunction, type Server, Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inOrder, raceAddresses } from './race-addresses.js';

/** What the addresses of these tests do. All other addresses are those of the receiver. */
const DEAD = '2001:db8::dead';
const SECOND_DEAD = '198.51.100.66';
const REFUSED = '2001:db8::ff';
const SLOW = '203.0.113.200';
const [WORKING, SECOND_WORKING] = ['203.0.113.1', '203.0.113.2'];

let receiver: Server;
let port: string;
/** The addresses of the attempts, and their sockets. */
let attempted: [address: string, socket: Socket][];
const attemptedAddresses = (): string[] => attempted.map(([address]) => address);
beforeAll(async () => {
  receiver = createServer((socket) => void socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  port = String((receiver.address() as AddressInfo).port);
});
afterAll(() => void receiver.close());
beforeEach(() => void (attempted = []));

function openSocket(address: string): Socket {
  const socket = new Socket();
  // A slow address answers only after the next attempt has begun.
  if (address !== SLOW) for (const [other, slow] of attempted) if (other === SLOW) slow.connect(Number(port), '127.0.0.1');
  if (address === REFUSED) socket.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  else if (![DEAD, SECOND_DEAD, SLOW].includes(address)) socket.connect(Number(port), '127.0.0.1');
  attempted.push([address, socket]);
  return socket;
}

const resolveTo =
  (...addresses: string[]): LookupFunction =>
  (_host, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

const TIMEOUT_MS = 60_000;

/** A connector to these addresses. @returns connects once: the address, or the code of the error. */
function connectorTo(addresses: string[], { timeoutMs = TIMEOUT_MS, protocol = 'http:' } = {}): () => Promise<string> {
  const connector = raceAddresses(resolveTo(...addresses), timeoutMs, openSocket);
  return () =>
    new Promise((resolve) =>
      connector({ hostname: 'shop.example', host: 'shop.example', protocol, port }, (error, socket) => {
        if (error) return resolve((error as NodeJS.ErrnoException).code ?? error.message);
        resolve(attempted.find(([, attempt]) => attempt === socket)?.[0] ?? 'another socket');
        attempted.forEach(([, attempt]) => attempt !== socket && expect(attempt.destroyed).toBe(true));
        socket.destroy();
      }),
    );
}

describe('a connection to a host with several addresses', () => {
  it('is made to an address that works, when another one does not answer, and then again to the same address', async () => {
    const connectOnce = connectorTo([DEAD, WORKING, SECOND_WORKING]);
    expect([await connectOnce(), await connectOnce(), await connectOnce()]).toEqual([WORKING, WORKING, WORKING]);
    expect(attemptedAddresses()).toEqual([DEAD, WORKING, WORKING, WORKING]);
  });

  it('does not give up a slow address when the next ones are tried', async () => {
    expect(await connectorTo([SLOW, DEAD])()).toBe(SLOW);
    expect(attemptedAddresses()).toEqual([SLOW, DEAD]);
  });

  it('is made to the next address when one refuses', async () => {
    expect(await connectorTo([REFUSED, SECOND_DEAD, WORKING])()).toBe(WORKING);
    expect(attemptedAddresses()).toEqual([REFUSED, SECOND_DEAD, WORKING]);
  });

  it('uses only addresses of the present lookup', async () => {
    const answers = [[WORKING], [SECOND_WORKING]];
    const connector = raceAddresses(
      (host, options, done) => resolveTo(...(answers.shift() ?? []))(host, options, done),
      TIMEOUT_MS,
      openSocket,
    );
    for (const expected of [WORKING, SECOND_WORKING]) {
      await new Promise<void>((resolve) =>
        connector({ hostname: 'shop.example', protocol: 'http:', port }, (_, socket) => {
          socket?.destroy();
          resolve();
        }),
      );
      expect(attemptedAddresses().at(-1)).toBe(expected);
    }
  });

  it('fails with the first error when all addresses refuse', async () =>
    expect(await connectorTo([REFUSED, REFUSED])()).toBe('ECONNREFUSED'));

  it('fails with the error of the lookup', async () => {
    const failure = Object.assign(new Error('no such host'), { code: 'ENOTFOUND' });
    const connector = raceAddresses((_, __, done) => done(failure, []), TIMEOUT_MS, openSocket);
    const error = await new Promise((resolve) =>
      connector({ hostname: 'shop.example', protocol: 'http:', port }, (...[thrown]) => resolve(thrown)),
    );
    expect(error).toBe(failure);
  });

  it('fails after the time limit when no address answers, and all attempts end', async () => {
    expect(await connectorTo([DEAD, SECOND_DEAD], { timeoutMs: 300 })()).toBe('UND_ERR_CONNECT_TIMEOUT');
    expect(attempted.map(([address, { destroyed }]) => [address, destroyed])).toEqual([
      [DEAD, true],
      [SECOND_DEAD, true],
    ]);
  });

  it('fails after the time limit when TLS does not begin', async () => {
    expect(await connectorTo([WORKING], { timeoutMs: 300, protocol: 'https:' })()).toBe('UND_ERR_CONNECT_TIMEOUT');
    expect(attempted[0]?.[1].destroyed).toBe(true);
  });

  it('is not made again when it breaks later', async () => {
    const connector = raceAddresses(resolveTo(WORKING, SECOND_WORKING), TIMEOUT_MS, openSocket);
    const socket = await new Promise<Socket | null>((resolve) =>
      connector({ hostname: 'shop.example', protocol: 'http:', port }, (_, connected) => resolve(connected)),
    );
    socket?.destroy(new Error('reset'));
    await new Promise((closed) => socket?.once('close', closed));
    expect(attemptedAddresses()).toEqual([WORKING]);
  });
});

describe('a connection to an IP address', () => {
  it('needs no lookup', async () => {
    const connector = raceAddresses(
      () => expect('a lookup').toBe('not made'),
      TIMEOUT_MS,
      (host, at) => connect(at, host),
    );
    const socket = await new Promise<Socket | null>((resolve) =>
      connector({ hostname: '127.0.0.1', protocol: 'http:', port }, (_, connected) => resolve(connected)),
    );
    expect(socket?.remoteAddress).toBe('127.0.0.1');
    socket?.destroy();
  });
});

describe('the order of the attempts', () => {
  const [A6, B6, C6, A4, B4] = ['2001:db8::a', '2001:db8::b', '2001:db8::c', '192.0.2.1', '192.0.2.2'] as const;

  it.each([
    [[A6, B6, C6, A4, B4], undefined, [A6, A4, B6, B4, C6]],
    [[A4, B4, A6], undefined, [A4, A6, B4]],
    [[A4, B4], undefined, [A4, B4]],
    [[A6, B6, A4], B6, [B6, A6, A4]],
    [[A6, A4], B4, [A6, A4]],
    [[], A4, []],
  ])('of %j with %s remembered is %j', (addresses, remembered, expected) => expect(inOrder(addresses, remembered)).toEqual(expected));
});
