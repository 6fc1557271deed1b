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
/** A step of so many bytes of JSON. */
const stepOf = (bytes: number): Partial<AttemptResult> => display({ code: letters(bytes - '{"kind":"display","code":""}'.length) });

describe('a report can be used', () => {
  it.each<[string, AcquirerEvent]>([
    ['that says nothing but what became of the attempt', ofAttempt()],
    ['of no money at all', ofRefund(0)],
    ['of the most money', chargeback(10 ** 10)],
    ['with names as long as their columns', ofAttempt({ providerRef: letters(255), rawCode: letters(255) })],
    ['with all the data that is kept', ofAttempt({ data: dataOf(8_192) })],
    ['with the longest step', ofAttempt(stepOf(32_768))],
    ['with a step that has dates, numbers and nothing', ofAttempt(display({ expiresAt: new Date(0), width: 1.5, image: null, on: true }))],
    ['of the app with the longest name', ofAlias(letters(255))],
    ['of no app', ofAlias(null)],
    ['with data of which a part is not there', ofAttempt({ data: { session: null, known: undefined } as never })],
  ])('%s', (_, event) => expect(unusableReason(event)).toBeNull());
});

describe('a report cannot be used, and the field is named,', () => {
  const cannotBeKept = 'It is no text, number or date that can be kept.';
  const noAmount = 'It is no amount that anybody takes or gives back.';
  it.each<[string, AcquirerEvent, string, string]>([
    ['without an id', { ...ofAttempt(), eventId: '' }, 'eventId', 'It is empty.'],
    ['with NUL in its id', { ...chargeback(1), eventId: 'a\0' }, 'eventId', cannotBeKept],
    ['with half a character', ofAttempt({ rawCode: '\ud800' }), 'result.rawCode', cannotBeKept],
    ['with such a name deep within', ofAttempt({ data: { a: { 'b\0': 1 } } as never }), 'result.data.a', cannotBeKept],
    ['with such a text in a list', ofAttempt({ data: { a: ['b', 'c\0'] } as never }), 'result.data.a.1', cannotBeKept],
    ['with a number that is none', chargeback(NaN), 'money.amountMinor', cannotBeKept],
    ['without an end of a number', ofRefund(Infinity), 'result.money.amountMinor', cannotBeKept],
    ['with a date that is none', ofAttempt(display({ expiresAt: new Date(NaN) })), 'result.next.expiresAt', cannotBeKept],
    ['with a long name', ofAttempt({ providerRef: letters(256) }), 'id', 'It is too long.'],
    ['with a long cause', ofAttempt({ rawCode: letters(256) }), 'cause', 'It is too long.'],
    ['with much data', ofAttempt({ data: dataOf(8_193) }), 'data', 'It is too long.'],
    ['with a long step', ofAttempt(stepOf(32_769)), 'next', 'It is too long.'],
    ['of an app with a long name', ofAlias(letters(256)), 'app', 'It is too long.'],
    ['of less than nothing', chargeback(-1), 'money', noAmount],
    ['of part of a grosz', ofRefund(0.5), 'money', noAmount],
    ['of more than anybody pays', ofAttempt({ money: { amountMinor: 10 ** 10 + 1, currency: 'PLN' } }), 'money', noAmount],
    ['of an unknown currency', chargeback(1, 'zł'), 'money', noAmount],
    ['of a currency with more behind it', chargeback(1, 'PLNX'), 'money', noAmount],
    ['of a currency with more in front', chargeback(1, 'XPLN'), 'money', noAmount],
  ])('%s', (_, event, field, sentence) => expect(unusableReason(event)).toEqual({ field, sentence }));
});

describe('the money of a report', () => {
  it('is what was taken or given back, where it says that', () => {
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
