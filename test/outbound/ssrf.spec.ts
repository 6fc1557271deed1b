import dns, { type LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer, isIP, type Server, Socket } from 'node:net';
import { domainToASCII } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { checkTargetUrl } from '../../src/platform/outbound/check-target-url.js';
import { OutboundClient } from '../../src/platform/outbound/outbound-client.js';
import { PeerCertificates } from '../../src/platform/outbound/peer-certificates.js';
import { TargetPolicy } from '../../src/platform/outbound/target-policy.js';
import { FORBIDDEN_NAMES, forbiddenTargets, PUBLIC_TARGETS } from './support/ssrf-targets.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { testServerInfo } from '../support/test-server-info.js';

type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** What names lead to now, and who asked. */
let resolve: (name: string) => readonly string[] | Error;
const asked: string[] = [];
function answerLookup(name: string, _: unknown, done: Resolved): void {
  asked.push(name);
  process.nextTick(() => {
    const found = resolve(name);
    if (found instanceof Error) return done(found, []);
    done(
      null,
      found.map((address) => ({ address, family: isIP(address.split('%')[0] ?? '') || 4 })),
    );
  });
}

const clients: OutboundClient[] = [];
function clientAllowing(networks: string): OutboundClient {
  const environment = readEnvironment({ DATABASE_URL: 'postgres://unused', ENCRYPTION_KEYS, WEBHOOK_ALLOWED_NETWORKS: networks });
  clients.push(new OutboundClient(environment, new RealSystemClock(), new PeerCertificates(new RealSystemClock())));
  return clients.at(-1) as OutboundClient;
}
const send = (client: OutboundClient, url: string) => client.post({ serviceId: 'A', url, headers: {}, body: '{}' });

/** Addresses that the clients tried to reach, whether or not a server listened there. An earlier suite of this process may still use the database. */
const databasePort = Number(testServerInfo().address.split(':').at(-1));
const attempted: string[] = [];
const connect = Reflect.get(Socket.prototype, 'connect') as (...given: unknown[]) => Socket;
/** Connections that reached this host. */
let arrived = 0;
let tripwire: Server;
let port: number;

beforeAll(async () => {
  jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...given: unknown[]) {
    this.on('connectionAttempt', (address: string, at: number) => at !== databasePort && attempted.push(address));
    return connect.apply(this, given);
  });
  tripwire = createServer((socket) => {
    arrived += 1;
    socket.resume(); // it closes once all is read
    socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nOK');
  });
  await new Promise<void>((listening) => tripwire.listen(0, '0.0.0.0', listening));
  port = (tripwire.address() as AddressInfo).port;
  jest.spyOn(dns, 'lookup').mockImplementation(answerLookup as typeof dns.lookup);
  syncBuiltinESMExports();
});
afterAll(async () => {
  jest.restoreAllMocks();
  syncBuiltinESMExports();
  for (const client of clients) await client.onApplicationShutdown();
  await new Promise((closed) => tripwire.close(closed));
});
beforeEach(() => {
  for (const seen of [attempted, asked]) seen.length = 0;
  arrived = 0;
});

describe('the spies of this suite', () => {
  it('see a connection that is allowed', async () => {
    resolve = () => ['127.0.0.1'];
    const client = clientAllowing('127.0.0.0/8');
    await expect(send(client, `http://127.1:${port}/`)).resolves.toMatchObject({ httpStatus: 200, excerpt: 'OK' });
    await expect(send(client, `http://shop.example:${port}/`)).resolves.toMatchObject({ httpStatus: 200, excerpt: 'OK' });
    expect({ attempted, arrived, asked }).toEqual({ attempted: ['127.0.0.1', '127.0.0.1'], arrived: 2, asked: ['shop.example'] });
  });
});

describe('targets inside', () => {
  it('are never connected, however they are written', async () => {
    const answers = new Map(
      Object.entries(FORBIDDEN_NAMES).map(([name, addresses]) => [domainToASCII(decodeURIComponent(name)), addresses]),
    );
    resolve = (name) => answers.get(name) ?? ['127.0.0.1'];
    const client = clientAllowing('192.0.2.99');
    const targets = forbiddenTargets(String(port));
    const results = await Promise.all(targets.map(async (url) => ({ url, ...(await send(client, url)) })));

    expect(targets.length).toBeGreaterThanOrEqual(300);
    const refusals = ['TARGET_FORBIDDEN', 'NOT_A_URL', 'NOT_HTTP', 'HAS_CREDENTIALS'];
    expect(results.filter(({ httpStatus, errorCode }) => httpStatus !== null || !refusals.includes(errorCode ?? ''))).toEqual([]);
    expect({ attempted, arrived }).toEqual({ attempted: [], arrived: 0 });
  });
});

describe('targets outside', () => {
  it('are none of the policy’s business', () => {
    const policy = new TargetPolicy([]);
    expect(PUBLIC_TARGETS.map((url) => [url, checkTargetUrl(url, policy)])).toEqual(PUBLIC_TARGETS.map((url) => [url, null]));
  });
});

describe('a name without an address', () => {
  it('is a failure that says so', async () => {
    resolve = (name) => Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    await expect(send(clientAllowing('127.0.0.0/8'), `http://nowhere.example:${port}/`)).resolves.toMatchObject({
      httpStatus: null,
      errorCode: 'ENOTFOUND',
    });
    expect({ attempted, arrived, asked }).toEqual({ attempted: [], arrived: 0, asked: ['nowhere.example'] });
  });
});

describe('a name that changes', () => {
  // 127.0.0.2 stands for a public address, 127.0.0.1 for one inside; the tripwire hears both.
  const rebinding = (...answers: string[][]) => {
    const left = [...answers];
    resolve = () => left.shift() ?? ['127.0.0.1'];
    return clientAllowing('127.0.0.2');
  };

  it('is connected at the address that was checked, and resolved once for it', async () => {
    const client = rebinding(['127.0.0.2'], ['127.0.0.1']);
    await expect(send(client, `http://rebind.example:${port}/`)).resolves.toMatchObject({ httpStatus: 200, excerpt: 'OK' });
    expect({ attempted, asked }).toEqual({ attempted: ['127.0.0.2'], asked: ['rebind.example'] });
  });

  it('is refused at the next connection, when it has turned inside', async () => {
    const client = rebinding(['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1'], ['127.0.0.2']);
    const outcomes: unknown[] = [];
    for (let round = 0; round < 4; round += 1) outcomes.push((await send(client, `http://rebind.example:${port}/`)).errorCode);
    expect(outcomes).toEqual([null, 'TARGET_FORBIDDEN', 'TARGET_FORBIDDEN', null]);
    expect(attempted).toEqual(['127.0.0.2', '127.0.0.2']);
    expect(asked).toHaveLength(4);
  });
});
