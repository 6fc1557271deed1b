import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { checkTargetUrl } from './check-target-url.js';
import { pinnedLookup } from './pinned-lookup.js';
import { TargetPolicy } from './target-policy.js';

const strict = new TargetPolicy([]);

describe('the target policy permits', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '2606:4700::1111',
    '2a00:1450::1',
    '::ffff:8.8.8.8',
  ])('%s', (address) => expect(strict.permits(address)).toBe(true));
});

describe('the target policy rejects', () => {
  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['all of loopback', '127.255.255.254'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.0.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['a cloud’s metadata', '169.254.169.254'],
    ['a cloud’s metadata', '100.100.100.200'],
    ['a cloud’s platform', '168.63.129.16'],
    ['protocol assignments', '192.0.0.170'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['benchmarking', '198.18.0.1'],
    ['6to4 relay', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped', '::ffff:a9fe:a9fe'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 of local use', '64:ff9b:1::a00:1'],
    ['discard', '100::1'],
    ['Teredo', '2001::1'],
    ['benchmarking', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['6bone', '3ffe::1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['6to4', '2002:808:808::1'],
    ['segment routing', '5f00::1'],
    ['unique local', 'fc00::1'],
    ['a cloud’s metadata', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['a public address with a zone', '2606:4700::1111%eth0'],
    ['not an address', 'localhost'],
    ['not an address', ''],
  ])('%s: %s', (_, address) => expect(strict.permits(address)).toBe(false));
});

describe('a policy with allowed networks', () => {
  const policy = new TargetPolicy(['127.0.0.0/8', '10.1.2.3', '::ffff:10.1.2.5', 'fd00::/8', 'fe80::5']);
  it.each(['127.0.0.1', '::ffff:127.0.0.1', '10.1.2.3', '10.1.2.5', 'fd00::5', 'fe80::5', '9.9.9.9'])('permits %s', (address) =>
    expect(policy.permits(address)).toBe(true),
  );
  it.each(['10.1.2.4', '192.168.0.1', '::1', 'fe80::1', 'fe80::5%eth0'])('rejects %s', (address) =>
    expect(policy.permits(address)).toBe(false),
  );
});

describe('the check of the URL', () => {
  it.each([
    ['https://shop.example/notify', null],
    ['http://shop.example:8080/notify?a=1', null],
    ['https://8.8.8.8/', null],
    ['https://[2606:4700::1111]/', null],
    ['shop.example/notify', 'NOT_A_URL'],
    ['', 'NOT_A_URL'],
    ['ftp://shop.example/', 'NOT_HTTP'],
    ['file:///etc/passwd', 'NOT_HTTP'],
    ['javascript:alert(1)', 'NOT_HTTP'],
    ['https://user:secret@shop.example/', 'HAS_CREDENTIALS'],
    ['https://user@shop.example/', 'HAS_CREDENTIALS'],
    ['http://127.0.0.1/', 'FORBIDDEN_ADDRESS'],
    ['http://2130706433/', 'FORBIDDEN_ADDRESS'],
    ['http://0x7f000001/', 'FORBIDDEN_ADDRESS'],
    ['http://0177.0.0.1/', 'FORBIDDEN_ADDRESS'],
    ['http://127.1/', 'FORBIDDEN_ADDRESS'],
    ['http://１２７.0.0.1/', 'FORBIDDEN_ADDRESS'],
    ['http://[::1]/', 'FORBIDDEN_ADDRESS'],
    ['http://[::ffff:169.254.169.254]/', 'FORBIDDEN_ADDRESS'],
    ['http://169.254.169.254/latest/meta-data/', 'FORBIDDEN_ADDRESS'],
  ])('%s returns %p', (url, problem) => expect(checkTargetUrl(url, strict)).toBe(problem));
});

describe('the name resolution of a connection', () => {
  const lookupResult = (addresses: string[]) => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const resolveTo = (...addresses: string[]) =>
    new Promise<string | LookupAddress[]>((resolve, reject) => {
      const lookup = pinnedLookup(strict, (_, __, done) => done(null, lookupResult(addresses)));
      lookup('shop.example', { all: true }, (error, result) => (error ? reject(error) : resolve(result)));
    });

  it('returns exactly the addresses that it checked', async () => {
    await expect(resolveTo('8.8.8.8', '2606:4700::1111')).resolves.toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  it('rejects a name when one of its addresses is forbidden', async () => {
    await expect(resolveTo('8.8.8.8', '10.0.0.1')).rejects.toMatchObject({ code: 'TARGET_FORBIDDEN' });
  });

  it('rejects a name without addresses', async () => {
    await expect(resolveTo()).rejects.toMatchObject({ code: 'TARGET_FORBIDDEN' });
  });

  it('resolves all addresses of a name, and returns one when the caller requests one', () => {
    const lookups: unknown[] = [];
    const results: unknown[] = [];
    const lookup = pinnedLookup(strict, (host, options, done) => {
      lookups.push([host, options]);
      done(null, lookupResult(['2606:4700::1111', '8.8.8.8']));
    });
    lookup('shop.example', { family: 0, hints: 32 }, (...result) => void results.push(result));
    expect(lookups).toEqual([['shop.example', { family: 0, hints: 32, all: true }]]);
    expect(results).toEqual([[null, '2606:4700::1111', 6]]);
  });

  it('fails with the error of the resolver, without addresses', () => {
    const failure = Object.assign(new Error('getaddrinfo EAI_AGAIN shop.example'), { code: 'EAI_AGAIN' });
    const results: unknown[] = [];
    const lookup = pinnedLookup(strict, (_, __, done) => (done as (error: Error) => void)(failure));
    lookup('shop.example', { all: true }, (...result) => void results.push(result));
    expect(results).toEqual([[failure, []]]);
  });
});
