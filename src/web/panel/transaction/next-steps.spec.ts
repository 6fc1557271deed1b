import { describe, expect, it } from '@jest/globals';
import { type Advice, nextSteps } from './next-steps.js';
import type { TransactionFacts } from './transaction-facts.query.js';

const READER = { isStaff: false, mayRefund: true };
const told = (status: string): object[] => [{ status: 'acknowledged' }, { status }];
const alike = (status: string): object[] => [{ status }];

const payment = (status: string, more: { attempts?: object[]; refunds?: object[]; deliveries?: object[]; alike?: object[] } = {}) => {
  const { attempts = [], refunds = [], deliveries = told('acknowledged'), alike: others = [] } = more;
  const found = { payment: { status }, attempts, refunds };
  return { area: 'payment', found, deliveries, alike: others } as unknown as TransactionFacts;
};
const bill = (status: string, charges: string[] = [], others: object[] = []) =>
  ({
    area: 'directbilling',
    found: { transaction: { status }, charges: charges.map((state) => ({ state })) },
    deliveries: told('acknowledged'),
    alike: others,
  }) as unknown as TransactionFacts;
const message = (usedAt: Date | null, callState: string | null, others: object[] = []) =>
  ({ area: 'sms', found: { usedAt, callState }, deliveries: [], alike: others }) as unknown as TransactionFacts;

const LAPSED = [{ state: 'lapsed', nextPollAt: new Date() }];

describe('what to do next', () => {
  it.each<[string, TransactionFacts, Advice[]]>([
    ['a payment that nobody began', payment('transaction_new'), ['can_pay']],
    ['a payment at its channel', payment('transaction_generated', { attempts: [{ state: 'pending', nextPollAt: null }] }), ['waits']],
    [
      'a payment whose attempt failed',
      payment('transaction_generated', { attempts: [{ state: 'failed', nextPollAt: null }] }),
      ['can_pay'],
    ],
    ['a paid payment that is known', payment('transaction_paid'), ['well']],
    ['a paid payment that was not taken', payment('transaction_paid', { deliveries: told('pending') }), ['paid_untold']],
    ['a paid payment without an address', payment('transaction_paid', { deliveries: told('unaddressed') }), ['paid_unaddressed']],
    ['a paid payment that nobody was told of', payment('transaction_paid', { deliveries: [] }), ['paid_unaddressed']],
    ['an expired payment', payment('transaction_expired'), ['failed']],
    ['an expired payment that is asked about', payment('transaction_expired', { attempts: LAPSED }), ['in_doubt']],
    ['a held payment', payment('transaction_fraud_possibility'), ['held']],
    ['a payment that was paid twice by itself', payment('transaction_paid', { attempts: [{ state: 'returned' }] }), ['extra_returned']],
    ['a refund under way', payment('transaction_paid', { refunds: [{ status: 'refund_pending' }] }), ['refund_under_way']],
    ['a failed refund', payment('transaction_paid', { refunds: [{ status: 'refund_failed' }] }), ['refund_failed']],
    ['a second payment', payment('transaction_paid', { alike: alike('transaction_paid') }), ['paid_twice']],
    ['a second payment that was given back', payment('transaction_paid', { alike: alike('transaction_refunded') }), ['well']],
    ['an unpaid one beside a paid one', payment('transaction_new', { alike: alike('transaction_paid') }), ['can_pay']],
    ['a booked charge', bill('transaction_db_payed'), ['well']],
    ['two booked charges', bill('transaction_db_payed', [], alike('transaction_db_payed')), ['paid_twice_bill', 'well']],
    ['a charge that is not booked yet', bill('transaction_db_confirmed'), ['bill_waits']],
    ['a charge without an answer', bill('transaction_db_new', ['sent']), ['bill_waits']],
    ['a rejected charge', bill('transaction_db_rejected', ['refused']), ['bill_failed']],
    ['a late charge', bill('transaction_db_rejected', ['reversal_due']), ['bill_reversed']],
    ['a code that nobody used', message(null, null), ['code_unused']],
    ['a used code', message(new Date(), null), ['code_used']],
    ['a program that answered', message(null, 'answered'), ['sms_sold']],
    ['a program that did not', message(null, 'exhausted'), ['call_failed']],
    ['two messages', message(null, null, alike('unused')), ['paid_twice_bill', 'code_unused']],
  ])('about %s', (_, facts, advice) => expect(nextSteps(facts, READER)).toEqual(advice));

  it('depends on who reads it', () => {
    const twice = payment('transaction_paid', { alike: alike('transaction_paid') });
    expect(nextSteps(twice, { ...READER, mayRefund: false })).toEqual(['paid_twice_no_refund']);
    expect(nextSteps(payment('transaction_fraud_possibility'), { ...READER, isStaff: true })).toEqual(['review']);
  });
});
