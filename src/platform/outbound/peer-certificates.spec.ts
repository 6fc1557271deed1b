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

/** Makes a connection to a host with a certificate of this expiry. */
function connect(host: string, validTo: string | undefined, hostProperty: 'host' | 'hostname' = 'host'): void {
  const getPeerCertificate = (): unknown => (validTo === undefined ? {} : { valid_to: validTo });
  const socket: unknown = Object.defineProperty(Object.create(TLSSocket.prototype), 'getPeerCertificate', { value: getPeerCertificate });
  const connector = certificates.wrapConnector((_, done) => (done as (...result: unknown[]) => void)(null, socket));
  const passedResult: unknown[] = [];
  const options = { hostname: 'not this', ...(hostProperty === 'host' ? { host } : { hostname: host }) };
  connector(options as buildConnector.Options, (...result) => void passedResult.push(...result));
  expect(passedResult).toEqual([null, socket]);
}
const respond = (serviceId: string, host: string): void => certificates.linkService(serviceId, `https://${host}/notify`);
const expiring = (limit = 10): [string, string, Date][] =>
  certificates.expiringFirst(limit).map(({ serviceId, host, endsAt }) => [serviceId, host, endsAt]);

describe('certificates that expire soon', () => {
  it('are listed by expiry, for services whose URL has responded', () => {
    const days = { 'b.example': 5, 'a.example:8443': 9, 'c.example': 1 };
    for (const [host, daysLeft] of Object.entries({ ...days, 'unused.example': 0 })) connect(host, inDays(daysLeft).toUTCString());
    for (const host of Object.keys(days)) respond(`of ${host}`, host);
    const expected = ['c.example', 'b.example', 'a.example:8443'] as const;
    expect(expiring()).toEqual(expected.map((host) => [`of ${host}`, host, inDays(days[host])]));
    expect(expiring(2).map(([, host]) => host)).toEqual(expected.slice(0, 2));
  });

  it('are those that expire within less than 30 days', () => {
    connect('in-time.example', inDays(30).toUTCString());
    connect('soon.example', new Date(inDays(30).getTime() - 1_000).toUTCString());
    connect('over.example', inDays(-1).toUTCString());
    for (const name of ['in-time', 'soon', 'over']) respond(name, `${name}.example`);
    expect(expiring().map(([serviceId]) => serviceId)).toEqual(['over', 'soon']);
  });

  it('are listed under the host name without the default port', () => {
    connect('shop.example', inDays(1).toUTCString(), 'hostname');
    respond('A', 'shop.example');
    expect(expiring()).toEqual([['A', 'shop.example', inDays(1)]]);
  });

  it.each([undefined, '', 'soon'])('remain when a later connection reports the expiry %p', (validTo) => {
    connect('shop.example', inDays(1).toUTCString());
    respond('A', 'shop.example');
    connect('shop.example', validTo);
    expect(expiring()).toEqual([['A', 'shop.example', inDays(1)]]);
  });

  it('are removed after the renewal, and services are listed again only after their next request', () => {
    connect('shop.example', inDays(1).toUTCString());
    respond('A', 'shop.example');
    connect('shop.example', inDays(90).toUTCString());
    expect(expiring()).toEqual([]);
    connect('shop.example', inDays(2).toUTCString());
    respond('B', 'shop.example');
    expect(expiring()).toEqual([['B', 'shop.example', inDays(2)]]);
  });

  it('are not listed for a service whose URL has another host now', () => {
    connect('shop.example', inDays(1).toUTCString());
    respond('A', 'shop.example');
    respond('A', 'elsewhere.example');
    expect(expiring()).toEqual([]);
  });
});

describe('a connection', () => {
  it.each([
    ['fails', [new Error('refused'), null]],
    ['is not encrypted', [null, { getPeerCertificate: () => ({ valid_to: inDays(1).toUTCString() }) }]],
  ])('that %s is passed on unchanged, and no certificate is stored', (_, result) => {
    const connector = certificates.wrapConnector((_options, done) => (done as (...result: unknown[]) => void)(...result));
    const passedResult: unknown[] = [];
    connector({ hostname: 'shop.example' } as buildConnector.Options, (...result) => void passedResult.push(...result));
    expect(passedResult).toEqual(result);
    respond('A', 'shop.example');
    expect(expiring()).toEqual([]);
  });
});
