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

type LookupCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Stands for the DNS: returns the current addresses of a host name, or the error of its lookup. */
let resolve: (name: string) => readonly string[] | Error;
const resolvedNames: string[] = [];
function answerLookup(name: string, _: unknown, callback: LookupCallback): void {
  resolvedNames.push(name);
  process.nextTick(() => {
    const result = resolve(name);
    if (result instanceof Error) return callback(result, []);
    callback(
      null,
      result.map((address) => ({ address, family: isIP(address.split('%')[0] ?? '') || 4 })),
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

/** Addresses to which the clients tried to connect. Connections to the database are left out: an earlier suite may still use them. */
const databasePort = Number(testServerInfo().address.split(':').at(-1));
const attempted: string[] = [];
const connect = Reflect.get(Socket.prototype, 'connect') as (...parameters: unknown[]) => Socket;
/** Number of connections that reached the tripwire. */
let arrived = 0;
let tripwire: Server;
let port: number;

beforeAll(async () => {
  jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...parameters: unknown[]) {
    this.on('connectionAttempt', (address: string, at: number) => at !== databasePort && attempted.push(address));
    return connect.apply(this, parameters);
  });
  tripwire = createServer((socket) => {
    arrived += 1;
    socket.resume(); // the socket closes after all data is read
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
  for (const list of [attempted, resolvedNames]) list.length = 0;
  arrived = 0;
});

describe('the spies of this suite', () => {
  it('record an allowed connection', async () => {
    resolve = () => ['127.0.0.1'];
    const client = clientAllowing('127.0.0.0/8');
    await expect(send(client, `http://127.1:${port}/`)).resolves.toMatchObject({ httpStatus: 200, excerpt: 'OK' });
    await expect(send(client, `http://shop.example:${port}/`)).resolves.toMatchObject({ httpStatus: 200, excerpt: 'OK' });
    expect({ attempted, arrived, resolvedNames }).toEqual({
      attempted: ['127.0.0.1', '127.0.0.1'],
      arrived: 2,
      resolvedNames: ['shop.example'],
    });
  });
});

describe('forbidden targets', () => {
  it('are not connected in any of the listed spellings', async () => {
    const addressesOf = new Map(
      Object.entries(FORBIDDEN_NAMES).map(([name, addresses]) => [domainToASCII(decodeURIComponent(name)), addresses]),
    );
    resolve = (name) => addressesOf.get(name) ?? ['127.0.0.1'];
    const client = clientAllowing('192.0.2.99');
    const targets = forbiddenTargets(String(port));
    const results = await Promise.all(targets.map(async (url) => ({ url, ...(await send(client, url)) })));

    expect(targets.length).toBeGreaterThanOrEqual(300);
    const rejections = ['TARGET_FORBIDDEN', 'NOT_A_URL', 'NOT_HTTP', 'HAS_CREDENTIALS'];
    expect(results.filter(({ httpStatus, errorCode }) => httpStatus !== null || !rejections.includes(errorCode ?? ''))).toEqual([]);
    expect({ attempted, arrived }).toEqual({ attempted: [], arrived: 0 });
  });
});

describe('public targets', () => {
  it('pass the check of the URL', () => {
    const policy = new TargetPolicy([]);
    expect(PUBLIC_TARGETS.map((url) => [url, checkTargetUrl(url, policy)])).toEqual(PUBLIC_TARGETS.map((url) => [url, null]));
  });
});

describe('a host name without an address', () => {
  it('fails with the error code ENOTFOUND', async () => {
    resolve = (name) => Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    await expect(send(clientAllowing('127.0.0.0/8'), `http://nowhere.example:${port}/`)).resolves.toMatchObject({
      httpStatus: null,
      errorCode: 'ENOTFOUND',
    });
    expect({ attempted, arrived, resolvedNames }).toEqual({ attempted: [], arrived: 0, resolvedNames: ['nowhere.example'] });
  });
});

describe('a host name whose address changes', () => {
  // 127.0.0.2 stands for a public address, 127.0.0.1 for a forbidden one. The tripwire accepts connections on both.
  const rebinding = (...results: string[][]) => {
    const remaining = [...results];
    resolve = () => remaining.shift() ?? ['127.0.0.1'];
    return clientAllowing('127.0.0.2');
  };

  it('is resolved once per connection and connected only at the checked address', async () => {
    const client = rebinding(['127.0.0.2'], ['127.0.0.1']);
    await expect(send(client, `http://rebind.example:${port}/`)).resolves.toMatchObject({ httpStatus: 200, excerpt: 'OK' });
    expect({ attempted, resolvedNames }).toEqual({ attempted: ['127.0.0.2'], resolvedNames: ['rebind.example'] });
  });

  it('is rejected at the next connection after it resolves to a forbidden address', async () => {
    const client = rebinding(['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1'], ['127.0.0.2']);
    const outcomes: unknown[] = [];
    for (let round = 0; round < 4; round += 1) outcomes.push((await send(client, `http://rebind.example:${port}/`)).errorCode);
    expect(outcomes).toEqual([null, 'TARGET_FORBIDDEN', 'TARGET_FORBIDDEN', null]);
    expect(attempted).toEqual(['127.0.0.2', '127.0.0.2']);
    expect(resolvedNames).toHaveLength(4);
  });
});
