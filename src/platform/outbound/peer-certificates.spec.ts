import { TLSSocket } from 'node:tls';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { buildConnector } from 'undici';
import { SystemClock } from '../../common/time/clocks.js';
import { PeerCertificates } from './peer-certificates.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const DAY_MS = 24 * 3_600_000;
const inDays = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);

class StoppedClock extends SystemClock {
  now(): Date {
    return NOW;
  }
}

let certificates: PeerCertificates;
beforeEach(() => void (certificates = new PeerCertificates(new StoppedClock())));

/** A connection to the host, whose certificate says that it ends then. */
function connect(host: string, validTo: string | undefined, named: 'host' | 'hostname' = 'host'): void {
  const getPeerCertificate = (): unknown => (validTo === undefined ? {} : { valid_to: validTo });
  const socket: unknown = Object.defineProperty(Object.create(TLSSocket.prototype), 'getPeerCertificate', { value: getPeerCertificate });
  const connected = certificates.noting((_, done) => (done as (...result: unknown[]) => void)(null, socket));
  const told: unknown[] = [];
  const options = { hostname: 'not this', ...(named === 'host' ? { host } : { hostname: host }) };
  connected(options as buildConnector.Options, (...result) => void told.push(...result));
  expect(told).toEqual([null, socket]);
}
const shop = (serviceId: string, host: string): void => certificates.used(serviceId, `https://${host}/notify`);
const ending = (most = 10): [string, string, Date][] =>
  certificates.soonest(most).map(({ serviceId, host, endsAt }) => [serviceId, host, endsAt]);

describe('certificates that end soon', () => {
  it('are told in the order of their ends, those of services that are called there', () => {
    const days = { 'b.example': 5, 'a.example:8443': 9, 'c.example': 1 };
    for (const [host, left] of Object.entries({ ...days, 'unused.example': 0 })) connect(host, inDays(left).toUTCString());
    for (const host of Object.keys(days)) shop(`of ${host}`, host);
    const told = ['c.example', 'b.example', 'a.example:8443'] as const;
    expect(ending()).toEqual(told.map((host) => [`of ${host}`, host, inDays(days[host])]));
    expect(ending(2).map(([, host]) => host)).toEqual(told.slice(0, 2));
  });

  it('are those that end within less than 30 days', () => {
    connect('in-time.example', inDays(30).toUTCString());
    connect('soon.example', new Date(inDays(30).getTime() - 1_000).toUTCString());
    connect('over.example', inDays(-1).toUTCString());
    for (const name of ['in-time', 'soon', 'over']) shop(name, `${name}.example`);
    expect(ending().map(([serviceId]) => serviceId)).toEqual(['over', 'soon']);
  });

  it('are known by the name alone where the port is the usual one', () => {
    connect('shop.example', inDays(1).toUTCString(), 'hostname');
    shop('A', 'shop.example');
    expect(ending()).toEqual([['A', 'shop.example', inDays(1)]]);
  });

  it.each([undefined, '', 'soon'])('stand when a later connection shows %p', (validTo) => {
    connect('shop.example', inDays(1).toUTCString());
    shop('A', 'shop.example');
    connect('shop.example', validTo);
    expect(ending()).toEqual([['A', 'shop.example', inDays(1)]]);
  });

  it('are forgotten with the renewal, also for services that have not been called since the next one ends soon', () => {
    connect('shop.example', inDays(1).toUTCString());
    shop('A', 'shop.example');
    connect('shop.example', inDays(90).toUTCString());
    expect(ending()).toEqual([]);
    connect('shop.example', inDays(2).toUTCString());
    shop('B', 'shop.example');
    expect(ending()).toEqual([['B', 'shop.example', inDays(2)]]);
  });

  it('are not those of a service that has moved', () => {
    connect('shop.example', inDays(1).toUTCString());
    shop('A', 'shop.example');
    shop('A', 'elsewhere.example');
    expect(ending()).toEqual([]);
  });
});

describe('a connection without a certificate', () => {
  it.each([
    ['fails', [new Error('refused'), null]],
    ['is not encrypted', [null, { getPeerCertificate: () => ({ valid_to: inDays(1).toUTCString() }) }]],
  ])('that %s is handed on as it is', (_, result) => {
    const connected = certificates.noting((_options, done) => (done as (...result: unknown[]) => void)(...result));
    const told: unknown[] = [];
    connected({ hostname: 'shop.example' } as buildConnector.Options, (...given) => void told.push(...given));
    expect(told).toEqual(result);
    shop('A', 'shop.example');
    expect(ending()).toEqual([]);
  });
});
