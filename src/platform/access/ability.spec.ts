import { describe, expect, it } from '@jest/globals';
import { areaOf, grants, isGrant, isOfWholePartner } from './ability.js';

describe('a token’s list of abilities', () => {
  it.each([
    [['sms.*', 'payment.refunds.create'], 'payment.refunds.create'],
    [['sms.*', 'payment.refunds.*'], 'payment.refunds.create'],
    [['payment.*'], 'payment.refunds.create'],
    [['*'], 'payment.refunds.create'],
  ] as const)('%j grants %s', (granted, required) => expect(grants(granted, required)).toBe(true));

  it.each([
    [[], 'payment.refunds'],
    [['payment.refunds.*'], 'payment.refunds'],
    [['payment.refunds'], 'payment.refunds.create'],
    [['payment.refunds.create.*'], 'payment.refunds.create'],
    [['pay.*', 'payment', 'payment.', 'payment*', '.*', 'refunds.*', 'create'], 'payment.refunds.create'],
  ] as const)('%j does not grant %s', (granted, required) => expect(grants(granted, required)).toBe(false));

  it.each(['*', 'sms.*', 'sms.services.*', 'sms.services', 'sms.services.code'])('may hold %s', (grant) =>
    expect(isGrant(grant)).toBe(true),
  );

  it.each(['', '**', '*.*', 'sm.*', 'sms', 'sms.', 'services.*', 'sms.services.code.*', 'sms.services.nothing', 'SMS.*'])(
    'may not hold %j',
    (grant) => expect(isGrant(grant)).toBe(false),
  );
});

it('the area of an ability is its first segment', () => {
  expect([areaOf('directbilling.services'), areaOf('payment.blik.aliases.delete')]).toEqual(['directbilling', 'payment']);
});

it('abilities for wallets and statements concern the whole partner', () => {
  expect(['wallet.show', 'wallet.entries', 'statements.show', 'payment.channels'].map(isOfWholePartner)).toEqual([true, true, true, false]);
});
