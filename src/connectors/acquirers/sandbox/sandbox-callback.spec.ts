import { describe, expect, it } from '@jest/globals';
import { toPollResult, toRefundPollResult } from './sandbox-acquirer.mapping.js';
import { toParsedCallback } from './sandbox-callback.js';

const PAID = { eventId: 'e-1', event: 'PAYMENT', id: 'p-1', reference: 'r-1', state: 'PAID', currency: 'PLN' };
const UNREADABLE = [
  { amount: '2000' },
  { amount: 2000.5 },
  { amount: 1e300 },
  { amount: 2000, currency: 'zł' },
  { amount: 2000, currency: null },
];

describe('a callback of the acquirer', () => {
  it.each(UNREADABLE)('with the invalid amount %j is a hint, so that the acquirer is polled', (members) => {
    const about = [expect.objectContaining({ providerRef: 'p-1', reference: 'r-1' })];
    expect(toParsedCallback({ ...PAID, ...members })).toMatchObject({ verdict: 'hint', about, answer: { status: 200 } });
    expect(toParsedCallback({ ...PAID, ...members, event: 'REFUND', state: 'DONE' })).toMatchObject({ verdict: 'hint', about });
  });

  it.each([{}, { amount: null }, { amount: undefined }])('without an amount (%j) is verified', (members) => {
    expect(toParsedCallback({ ...PAID, ...members })).toMatchObject({
      verdict: 'verified',
      events: [{ result: { outcome: 'paid', money: null } }],
    });
  });

  it('contains its amount in the result', () => {
    const money = { amountMinor: 2_000, currency: 'PLN' };
    expect(toParsedCallback({ ...PAID, amount: 2_000 })).toMatchObject({ events: [{ kind: 'attempt', result: { money } }] });
    const refund = { ...PAID, event: 'REFUND', state: 'DONE', amount: 2_000 };
    expect(toParsedCallback(refund)).toMatchObject({ events: [{ kind: 'refund', result: { outcome: 'completed', money } }] });
  });
});

describe('a response of the acquirer', () => {
  it.each(UNREADABLE)('with the invalid amount %j has the outcome unknown', (members) => {
    const responseWith = (body: object) => ({ outcome: 'answered' as const, status: 200, text: JSON.stringify(body) });
    expect(toPollResult(responseWith({ ...PAID, ...members }) as never)).toMatchObject({ outcome: 'unknown', money: null });
    expect(toRefundPollResult(responseWith({ ...PAID, state: 'DONE', ...members }) as never)).toMatchObject({
      outcome: 'unknown',
      money: null,
    });
  });
});
