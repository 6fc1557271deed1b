import { describe, expect, it } from '@jest/globals';
import type { AliasResult } from '../../../connectors/acquirers/port/alias.js';
import type { AttemptResult } from '../../../connectors/acquirers/port/attempt.js';
import type { AcquirerEvent } from '../../../connectors/acquirers/port/callback.js';
import { moneyOf, unusableReason } from './unusable-event.js';

const NAMES = { eventId: 'e-1', providerRef: 'p-1', reference: null };
const nothing = { providerRef: null, data: null, rawCode: null };

const ofAttempt = (change: Partial<AttemptResult> = {}): AcquirerEvent => ({
  ...NAMES,
  kind: 'attempt',
  result: { ...nothing, outcome: 'paid', next: { kind: 'none' }, submission: null, money: null, ...change } as AttemptResult,
});
const ofRefund = (amountMinor: number): AcquirerEvent => ({
  ...NAMES,
  kind: 'refund',
  result: { ...nothing, outcome: 'completed', money: { amountMinor, currency: 'PLN' } },
});
const ofAlias = (appKey: string | null): AcquirerEvent => ({
  ...NAMES,
  kind: 'alias',
  result: { ...nothing, outcome: 'active', appKey } as AliasResult,
});
const chargeback = (amountMinor: number, currency = 'PLN'): AcquirerEvent => ({
  ...NAMES,
  kind: 'chargeback',
  money: { amountMinor, currency },
});

/** Two bytes each. */
const letters = (bytes: number): string => `${'ą'.repeat(Math.floor(bytes / 2))}${bytes % 2 ? 'a' : ''}`;
const dataOf = (bytes: number): Record<string, string> => ({ a: letters(bytes - '{"a":""}'.length) });
const display = (change: object): Partial<AttemptResult> => ({ next: { kind: 'display', ...change } }) as Partial<AttemptResult>;
/** A next step with this size as JSON. */
const stepOf = (bytes: number): Partial<AttemptResult> => display({ code: letters(bytes - '{"kind":"display","code":""}'.length) });

describe('a usable event', () => {
  it.each<[string, AcquirerEvent]>([
    ['has only an outcome', ofAttempt()],
    ['has the amount 0', ofRefund(0)],
    ['has the highest amount', chargeback(10 ** 10)],
    ['has references as long as their columns', ofAttempt({ providerRef: letters(255), rawCode: letters(255) })],
    ['has data of the maximum size', ofAttempt({ data: dataOf(8_192) })],
    ['has a next step of the maximum size', ofAttempt(stepOf(32_768))],
    ['has a next step with a date, a number and null', ofAttempt(display({ expiresAt: new Date(0), width: 1.5, image: null, on: true }))],
    ['has an app key of the maximum length', ofAlias(letters(255))],
    ['has no app key', ofAlias(null)],
    ['has an undefined value in its data', ofAttempt({ data: { session: null, known: undefined } as never })],
  ])('%s', (_, event) => expect(unusableReason(event)).toBeNull());
});

describe('an unusable event', () => {
  const cannotBeStored = 'It is no text, number or date that can be kept.';
  const noAmount = 'It is no amount that anybody takes or gives back.';
  it.each<[string, AcquirerEvent, string, string]>([
    ['without an event id', { ...ofAttempt(), eventId: '' }, 'eventId', 'It is empty.'],
    ['with NUL in its event id', { ...chargeback(1), eventId: 'a\0' }, 'eventId', cannotBeStored],
    ['with an unpaired surrogate', ofAttempt({ rawCode: '\ud800' }), 'result.rawCode', cannotBeStored],
    ['with NUL in a nested key', ofAttempt({ data: { a: { 'b\0': 1 } } as never }), 'result.data.a', cannotBeStored],
    ['with NUL in a nested list', ofAttempt({ data: { a: ['b', 'c\0'] } as never }), 'result.data.a.1', cannotBeStored],
    ['with NaN as its amount', chargeback(NaN), 'money.amountMinor', cannotBeStored],
    ['with an infinite amount', ofRefund(Infinity), 'result.money.amountMinor', cannotBeStored],
    ['with an invalid date', ofAttempt(display({ expiresAt: new Date(NaN) })), 'result.next.expiresAt', cannotBeStored],
    ['with a reference that is too long', ofAttempt({ providerRef: letters(256) }), 'id', 'It is too long.'],
    ['with a raw code that is too long', ofAttempt({ rawCode: letters(256) }), 'cause', 'It is too long.'],
    ['with too much data', ofAttempt({ data: dataOf(8_193) }), 'data', 'It is too long.'],
    ['with a next step that is too long', ofAttempt(stepOf(32_769)), 'next', 'It is too long.'],
    ['with an app key that is too long', ofAlias(letters(256)), 'app', 'It is too long.'],
    ['with a negative amount', chargeback(-1), 'money', noAmount],
    ['with a fraction of a grosz', ofRefund(0.5), 'money', noAmount],
    ['with an amount above the maximum', ofAttempt({ money: { amountMinor: 10 ** 10 + 1, currency: 'PLN' } }), 'money', noAmount],
    ['with an invalid currency', chargeback(1, 'zł'), 'money', noAmount],
    ['with a letter after its currency', chargeback(1, 'PLNX'), 'money', noAmount],
    ['with a letter before its currency', chargeback(1, 'XPLN'), 'money', noAmount],
  ])('%s is rejected, and its field is named', (_, event, field, sentence) => expect(unusableReason(event)).toEqual({ field, sentence }));
});

describe('the money of an event', () => {
  it('is what was taken or refunded, and null for an event without an amount', () => {
    const money = { amountMinor: 5, currency: 'EUR' };
    expect([ofAttempt({ money }), ofAttempt(), ofRefund(7), chargeback(8), ofAlias(null)].map(moneyOf)).toEqual([
      money,
      null,
      { amountMinor: 7, currency: 'PLN' },
      { amountMinor: 8, currency: 'PLN' },
      null,
    ]);
  });
});
