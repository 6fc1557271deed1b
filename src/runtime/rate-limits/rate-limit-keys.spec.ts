import { describe, expect, it } from '@jest/globals';
import { addressKey, networkKey } from './rate-limit-keys.js';

describe('the rate limit key of an address', () => {
  it.each([
    ['the address itself for IPv4', '203.0.113.7', '203.0.113.7'],
    ['the IPv4 address for IPv4 mapped into IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the IPv4 address for a mapped address in hexadecimal', '::FFFF:cb00:7107', '203.0.113.7'],
    ['the IPv4 address for a mapped address without shortening', '0000:0000:0000:0000:0000:ffff:cb00:7107', '203.0.113.7'],
    ['the IPv4 address for a mapped address with a zone', '::ffff:203.0.113.7%eth0', '203.0.113.7'],
    ['the /64 for IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['the /64 for IPv6 in upper case and without shortening', '2001:0DB8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
    ['the /64 for IPv6 whose network ends in zeros', '2001:db8::1', '2001:db8::/64'],
    ['the /64 for IPv6 with the last bytes written as IPv4', '2001:db8:1:2::203.0.113.7', '2001:db8:1:2::/64'],
    ['the embedded IPv4 address for 6to4', '2002:cb00:7107:1::1', '203.0.113.7'],
    ['the /64 without the zone for a link-local address', 'fe80::1%eth0', 'fe80::/64'],
    ['the /64 for loopback', '::1', '::/64'],
    ['the address itself for NAT64, whose /64 contains all of IPv4', '64:ff9b::203.0.113.7', '64:ff9b::cb00:7107'],
    ['the address itself for NAT64 with the prefix for local use', '64:ff9b:1::203.0.113.7', '64:ff9b:1::cb00:7107'],
    ['the address without the zone for NAT64', '64:ff9b::203.0.113.7%eth0', '64:ff9b::cb00:7107'],
    ['the address itself for SIIT', '::ffff:0:203.0.113.7', '::ffff:0:cb00:7107'],
    ['empty for an address with a port', '203.0.113.7:4711', ''],
    ['empty for text that is not an address', 'unknown', ''],
    ['empty for empty text', '', ''],
    ['empty without an address', undefined, ''],
  ])('is %s: %s', (_, address, key) => expect(addressKey(address)).toBe(key));

  it('is the same for every address of a /64, and different for the next /64', () => {
    const [first, sameNetwork, nextNetwork] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:3::1'].map(addressKey);
    expect(sameNetwork).toBe(first);
    expect(nextNetwork).not.toBe(first);
  });

  it('is the same for all spellings of an IPv4 address', () =>
    expect(['198.51.100.1', '::ffff:198.51.100.1', '::ffff:c633:6401'].map(addressKey)).toEqual(Array(3).fill('198.51.100.1')));

  it.each(['010.0.0.1', '167772161', '0x0a000001', '10.1', '0xa.0.0.1'])('is empty for %s, which is not an address', (text) =>
    expect([addressKey(text), networkKey(text)]).toEqual(['', null]),
  );
});

describe('the rate limit key of a network', () => {
  it.each([
    ['the /48 for an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['null for an IPv4 address', '203.0.113.7', null],
    ['null for a mapped IPv4 address', '::ffff:203.0.113.7', null],
    ['null for a 6to4 address', '2002:cb00:7107:1::1', null],
    ['null for a NAT64 address', '64:ff9b::203.0.113.7', null],
    ['null for text that is not an address', 'unknown', null],
    ['null without an address', undefined, null],
  ])('is %s: %s', (_, address, network) => expect(networkKey(address)).toBe(network));
});
