import { describe, expect, it } from '@jest/globals';
import { isAddressAllowed } from './address-allow-list.js';

describe('a list of addresses and networks', () => {
  it.each([undefined, 'nonsense', '203.0.113.7', '::1'])('allows %s when it is empty', (caller) =>
    expect(isAddressAllowed(caller, [])).toBe(true),
  );

  it.each(['0.0.0.0/0', '::/0', '203.0.113.7'])('with %s allows no caller without a valid address', (network) => {
    for (const caller of [undefined, '', 'nonsense', '203.0.113.7.8', '0313.0.113.7', '0xcb.0.113.7', '3405803783', '203.28935'])
      expect(isAddressAllowed(caller, [network])).toBe(false);
  });

  it.each([
    ['203.0.113.7', ['203.0.113.7']],
    ['203.0.113.7', ['2001:db8::/32', '10.0.0.0/8', '203.0.113.0/29']],
    ['203.0.113.7', ['0.0.0.0/0']],
    ['203.0.113.7', ['::ffff:203.0.113.7']],
    ['203.0.113.7', ['::ffff:203.0.113.0/125']],
    ['203.0.113.7', ['::ffff:0.0.0.0/96']],
    ['::ffff:203.0.113.7', ['203.0.113.0/29']],
    ['::ffff:cb00:7107', ['::ffff:203.0.113.7']],
    ['2001:db8::7', ['2001:0db8:0::7']],
    ['2001:db8::7', ['203.0.113.7', '2001:db8::/125']],
    ['2001:db8::7', ['::/0']],
  ])('allows %s by %j', (caller, networks) => expect(isAddressAllowed(caller, networks)).toBe(true));

  it.each([
    ['203.0.113.7', ['203.0.113.6']],
    ['203.0.113.8', ['203.0.113.0/29']],
    ['203.0.113.8', ['::ffff:203.0.113.0/125']],
    ['203.0.113.7', ['::/0', '::ffff:0.0.0.0/95']],
    ['::ffff:203.0.113.7', ['::/0']],
    ['::cb00:7107', ['203.0.113.7', '0.0.0.0/0']],
    ['2001:db8::8', ['2001:db8::7', '2001:db8::/125']],
    ['2001:db8::7', ['0.0.0.0/0', '::ffff:0.0.0.0/96']],
  ])('does not allow %s by %j', (caller, networks) => expect(isAddressAllowed(caller, networks)).toBe(false));
});
