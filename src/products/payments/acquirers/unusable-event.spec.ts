import { describe, expect, it } from '@jest/globals';
import type { AliasResult } from '../../../connectors/acquirers/port/alias.js';
import type { AttemptResult } from '../../../connectors/acquirers/port/attempt.js';
import type { AcquirerEvent } from '../../../connectors/acquirers/port/callback.js';
import { moneyOf, unusableReason } from './unusable-event.js';

const NAMES = { eventId: 'e-1', providerRef: 'p-1', reference: null };
const NO_DETAILS = { providerRef: null, data: null, rawCode: null };

const attemptEvent = (change: Partial<AttemptResult> = {}): AcquirerEvent => ({
  ...NAMES,
  kind: 'attempt',
  result: { ...NO_DETAILS, outcome: 'paid', next: { kind: 'none' }, submission: null, money: null, ...change } as AttemptResult,
});
const refundEvent = (amountMinor: number): AcquirerEvent => ({
  ...NAMES,
  kind: 'refund',
  result: { ...NO_DETAILS, outcome: 'completed', money: { amountMinor, currency: 'PLN' } },
});
const aliasEvent = (appKey: string | null): AcquirerEvent => ({
  ...NAMES,
  kind: 'alias',
  result: { ...NO_DETAILS, outcome: 'active', appKey } as AliasResult,
});
const chargebackEvent = (amountMinor: number, currency = 'PLN'): AcquirerEvent => ({
  ...NAMES,
  kind: 'chargeback',
  money: { amountMinor, currency },
});

/** A text of this size. The letter ą has two bytes. */
const letters = (bytes: number): string => `${'ą'.repeat(Math.floor(bytes / 2))}${bytes % 2 ? 'a' : ''}`;
const dataOf = (bytes: number): Record<string, string> => ({ a: letters(bytes - '{"a":""}'.length) });
const display = (change: object): Partial<AttemptResult> => ({ next: { kind: 'display', ...change } }) as Partial<AttemptResult>;
/** The change for an attempt event: a next step that has this size as JSON. */
const stepOf = (bytes: number): Partial<AttemptResult> => display({ code: letters(bytes - '{"kind":"display","code":""}'.length) });

describe('a usable event', () => {
  it.each<[string, AcquirerEvent]>([
    ['has only an outcome', attemptEvent()],
    ['has the amount 0', refundEvent(0)],
    ['has the highest amount', chargebackEvent(10 ** 10)],
    ['has references as long as their columns', attemptEvent({ providerRef: letters(255), rawCode: letters(255) })],
    ['has data of the maximum size', attemptEvent({ data: dataOf(8_192) })],
    ['has a next step of the maximum size', attemptEvent(stepOf(32_768))],
    [
      'has a next step with a date, a number and null',
      attemptEvent(display({ expiresAt: new Date(0), width: 1.5, image: null, on: true })),
    ],
    ['has an app key of the maximum length', aliasEvent(letters(255))],
    ['has no app key', aliasEvent(null)],
    ['has an undefined value in its data', attemptEvent({ data: { session: null, known: undefined } as never })],
  ])('%s', (_, event) => expect(unusableReason(event)).toBeNull());
});

describe('an unusable event', () => {
  const cannotBeStored = 'It must be a text, number or date that can be stored.';
  const noAmount = 'It is not a valid amount.';
  it.each<[string, AcquirerEvent, string, string]>([
    ['without an event id', { ...attemptEvent(), eventId: '' }, 'eventId', 'It is empty.'],
    ['with NUL in its event id', { ...chargebackEvent(1), eventId: 'a\0' }, 'eventId', cannotBeStored],
    ['with an unpaired surrogate', attemptEvent({ rawCode: '\ud800' }), 'result.rawCode', cannotBeStored],
    ['with NUL in a nested key', attemptEvent({ data: { a: { 'b\0': 1 } } as never }), 'result.data.a', cannotBeStored],
    ['with NUL in a nested list', attemptEvent({ data: { a: ['b', 'c\0'] } as never }), 'result.data.a.1', cannotBeStored],
    ['with NaN as its amount', chargebackEvent(NaN), 'money.amountMinor', cannotBeStored],
    ['with an infinite amount', refundEvent(Infinity), 'result.money.amountMinor', cannotBeStored],
    ['with an invalid date', attemptEvent(display({ expiresAt: new Date(NaN) })), 'result.next.expiresAt', cannotBeStored],
    ['with a reference that is too long', attemptEvent({ providerRef: letters(256) }), 'id', 'It is too long.'],
    ['with a raw code that is too long', attemptEvent({ rawCode: letters(256) }), 'cause', 'It is too long.'],
    ['with too much data', attemptEvent({ data: dataOf(8_193) }), 'data', 'It is too long.'],
    ['with a next step that is too long', attemptEvent(stepOf(32_769)), 'next', 'It is too long.'],
    ['with an app key that is too long', aliasEvent(letters(256)), 'app', 'It is too long.'],
    ['with a negative amount', chargebackEvent(-1), 'money', noAmount],
    ['with a fraction of a grosz', refundEvent(0.5), 'money', noAmount],
    ['with an amount above the maximum', attemptEvent({ money: { amountMinor: 10 ** 10 + 1, currency: 'PLN' } }), 'money', noAmount],
    ['with an invalid currency', chargebackEvent(1, 'zł'), 'money', noAmount],
    ['with a letter after its currency', chargebackEvent(1, 'PLNX'), 'money', noAmount],
    ['with a letter before its currency', chargebackEvent(1, 'XPLN'), 'money', noAmount],
  ])('%s is rejected, and its field is named', (_, event, field, message) =>
    expect(unusableReason(event)).toEqual({ field, sentence: message }),
  );
});

describe('the money of an event', () => {
  it('is the captured, refunded or charged back amount, and null for an event without an amount', () => {
    const money = { amountMinor: 5, currency: 'EUR' };
    expect([attemptEvent({ money }), attemptEvent(), refundEvent(7), chargebackEvent(8), aliasEvent(null)].map(moneyOf)).toEqual([
      money,
      null,
      { amountMinor: 7, currency: 'PLN' },
      { amountMinor: 8, currency: 'PLN' },
      null,
    ]);
  });
});
