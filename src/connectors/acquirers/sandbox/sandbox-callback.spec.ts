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

describe('a report of the acquirer', () => {
  it.each(UNREADABLE)('whose sum is %j is a hint, so that the acquirer is asked', (sum) => {
    const about = [expect.objectContaining({ providerRef: 'p-1', reference: 'r-1' })];
    expect(toParsedCallback({ ...PAID, ...sum })).toMatchObject({ verdict: 'hint', about, answer: { status: 200 } });
    expect(toParsedCallback({ ...PAID, ...sum, event: 'REFUND', state: 'DONE' })).toMatchObject({ verdict: 'hint', about });
  });

  it.each([{}, { amount: null }, { amount: undefined }])('that says no sum (%j) is believed', (sum) => {
    expect(toParsedCallback({ ...PAID, ...sum })).toMatchObject({
      verdict: 'verified',
      events: [{ result: { outcome: 'paid', money: null } }],
    });
  });

  it('says its sum with what it says', () => {
    const money = { amountMinor: 2_000, currency: 'PLN' };
    expect(toParsedCallback({ ...PAID, amount: 2_000 })).toMatchObject({ events: [{ kind: 'attempt', result: { money } }] });
    const refund = { ...PAID, event: 'REFUND', state: 'DONE', amount: 2_000 };
    expect(toParsedCallback(refund)).toMatchObject({ events: [{ kind: 'refund', result: { outcome: 'completed', money } }] });
  });
});

describe('an answer of the acquirer', () => {
  it.each(UNREADABLE)('whose sum is %j says nothing', (sum) => {
    const answered = (body: object) => ({ outcome: 'answered' as const, status: 200, text: JSON.stringify(body) });
    expect(toPollResult(answered({ ...PAID, ...sum }) as never)).toMatchObject({ outcome: 'unknown', money: null });
    expect(toRefundPollResult(answered({ ...PAID, state: 'DONE', ...sum }) as never)).toMatchObject({ outcome: 'unknown', money: null });
  });
});
