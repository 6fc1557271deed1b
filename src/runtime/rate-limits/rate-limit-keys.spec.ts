import { describe, expect, it } from '@jest/globals';
import { addressKey, networkKey } from './rate-limit-keys.js';

describe('what is limited when an address is', () => {
  it.each([
    ['an IPv4 address as it is', '203.0.113.7', '203.0.113.7'],
    ['IPv4 mapped into IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the same in hexadecimal', '::FFFF:cb00:7107', '203.0.113.7'],
    ['the same without any shortening', '0000:0000:0000:0000:0000:ffff:cb00:7107', '203.0.113.7'],
    ['the same with a zone', '::ffff:203.0.113.7%eth0', '203.0.113.7'],
    ['the /64 of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['however it is spelled', '2001:0DB8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
    ['also when its network ends in zeros', '2001:db8::1', '2001:db8::/64'],
    ['also with IPv4 for its last bytes', '2001:db8:1:2::203.0.113.7', '2001:db8:1:2::/64'],
    ['a 6to4 address: it is the IPv4 address that it was made of', '2002:cb00:7107:1::1', '203.0.113.7'],
    ['a link-local address without its zone', 'fe80::1%eth0', 'fe80::/64'],
    ['loopback', '::1', '::/64'],
    ['a NAT64 address as it is: its /64 holds all of IPv4', '64:ff9b::203.0.113.7', '64:ff9b::cb00:7107'],
    ['the same with the prefix for local use', '64:ff9b:1::203.0.113.7', '64:ff9b:1::cb00:7107'],
    ['the same with a zone', '64:ff9b::203.0.113.7%eth0', '64:ff9b::cb00:7107'],
    ['a SIIT address as it is', '::ffff:0:203.0.113.7', '::ffff:0:cb00:7107'],
    ['what is no address, all together', '203.0.113.7:4711', ''],
    ['the same', 'unknown', ''],
    ['the same', '', ''],
    ['the same', undefined, ''],
  ])('%s: %s', (_, address, limited) => expect(addressKey(address)).toBe(limited));

  it('is the same for every address of a /64, and another for the next one', () => {
    const [one, same, next] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:3::1'].map(addressKey);
    expect(same).toBe(one);
    expect(next).not.toBe(one);
  });

  it('is the same for all spellings of an IPv4 address', () =>
    expect(['198.51.100.1', '::ffff:198.51.100.1', '::ffff:c633:6401'].map(addressKey)).toEqual(Array(3).fill('198.51.100.1')));

  it.each(['010.0.0.1', '167772161', '0x0a000001', '10.1', '0xa.0.0.1'])('is none for %s, which is no address', (text) =>
    expect([addressKey(text), networkKey(text)]).toEqual(['', null]),
  );
});

describe('the network around it', () => {
  it.each([
    ['the /48 of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['none of an IPv4 address', '203.0.113.7', null],
    ['none of an IPv4 address that arrives mapped', '::ffff:203.0.113.7', null],
    ['none of a 6to4 address', '2002:cb00:7107:1::1', null],
    ['none of a NAT64 address', '64:ff9b::203.0.113.7', null],
    ['none of what is no address', 'unknown', null],
    ['none of nothing', undefined, null],
  ])('is %s: %s', (_, address, network) => expect(networkKey(address)).toBe(network));
});
