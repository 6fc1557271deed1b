import { describe, expect, it } from '@jest/globals';
import { type Advice, nextSteps } from './next-steps.js';
import type { TransactionFacts } from './transaction-facts.query.js';

const READER = { isStaff: false, mayRefund: true };
const deliveriesWith = (status: string): object[] => [{ status: 'acknowledged' }, { status }];
const similar = (status: string): object[] => [{ status }];

const payment = (status: string, options: { attempts?: object[]; refunds?: object[]; deliveries?: object[]; alike?: object[] } = {}) => {
  const { attempts = [], refunds = [], deliveries = deliveriesWith('acknowledged'), alike: others = [] } = options;
  const found = { payment: { status }, attempts, refunds };
  return { area: 'payment', found, deliveries, alike: others } as unknown as TransactionFacts;
};
const bill = (status: string, charges: string[] = [], others: object[] = []) =>
  ({
    area: 'directbilling',
    found: { transaction: { status }, charges: charges.map((state) => ({ state })) },
    deliveries: deliveriesWith('acknowledged'),
    alike: others,
  }) as unknown as TransactionFacts;
const message = (usedAt: Date | null, callState: string | null, others: object[] = []) =>
  ({ area: 'sms', found: { usedAt, callState }, deliveries: [], alike: others }) as unknown as TransactionFacts;

/** An abandoned attempt is stored as `lapsed`. */
const ABANDONED = [{ state: 'lapsed', nextPollAt: new Date() }];

describe('the advice on the page of a transaction', () => {
  it.each<[string, TransactionFacts, Advice[]]>([
    ['a payment without an attempt', payment('transaction_new'), ['can_pay']],
    [
      'a payment with a pending attempt',
      payment('transaction_generated', { attempts: [{ state: 'pending', nextPollAt: null }] }),
      ['waits'],
    ],
    [
      'a payment whose attempt failed',
      payment('transaction_generated', { attempts: [{ state: 'failed', nextPollAt: null }] }),
      ['can_pay'],
    ],
    ['a paid payment with an acknowledged notification', payment('transaction_paid'), ['well']],
    ['a paid payment with a pending notification', payment('transaction_paid', { deliveries: deliveriesWith('pending') }), ['paid_untold']],
    [
      'a paid payment without a notification URL',
      payment('transaction_paid', { deliveries: deliveriesWith('unaddressed') }),
      ['paid_unaddressed'],
    ],
    ['a paid payment without a notification', payment('transaction_paid', { deliveries: [] }), ['paid_unaddressed']],
    ['an expired payment', payment('transaction_expired'), ['failed']],
    ['an expired payment whose attempt is still polled', payment('transaction_expired', { attempts: ABANDONED }), ['in_doubt']],
    ['a held payment', payment('transaction_fraud_possibility'), ['held']],
    ['a payment whose second attempt was reversed', payment('transaction_paid', { attempts: [{ state: 'returned' }] }), ['extra_returned']],
    ['a pending refund', payment('transaction_paid', { refunds: [{ status: 'refund_pending' }] }), ['refund_under_way']],
    ['a failed refund', payment('transaction_paid', { refunds: [{ status: 'refund_failed' }] }), ['refund_failed']],
    ['a second paid payment of the same payer', payment('transaction_paid', { alike: similar('transaction_paid') }), ['paid_twice']],
    ['a payment whose duplicate was refunded', payment('transaction_paid', { alike: similar('transaction_refunded') }), ['well']],
    ['an unpaid payment with a paid duplicate', payment('transaction_new', { alike: similar('transaction_paid') }), ['can_pay']],
    ['a booked charge', bill('transaction_db_payed'), ['well']],
    ['two booked charges', bill('transaction_db_payed', [], similar('transaction_db_payed')), ['paid_twice_bill', 'well']],
    ['a charge that is not booked yet', bill('transaction_db_confirmed'), ['bill_waits']],
    ['a charge without a response of the operator', bill('transaction_db_new', ['sent']), ['bill_waits']],
    ['a rejected charge', bill('transaction_db_rejected', ['refused']), ['bill_failed']],
    ['a charge that was booked too late', bill('transaction_db_rejected', ['reversal_due']), ['bill_reversed']],
    ['an unused SMS code', message(null, null), ['code_unused']],
    ['a used SMS code', message(new Date(), null), ['code_used']],
    ['an answered partner call', message(null, 'answered'), ['sms_sold']],
    ['an exhausted partner call', message(null, 'exhausted'), ['call_failed']],
    ['two SMS of the same payer', message(null, null, similar('unused')), ['paid_twice_bill', 'code_unused']],
  ])('fits %s', (_, facts, advice) => expect(nextSteps(facts, READER)).toEqual(advice));

  it('depends on the rights of the reader', () => {
    const paidTwice = payment('transaction_paid', { alike: similar('transaction_paid') });
    expect(nextSteps(paidTwice, { ...READER, mayRefund: false })).toEqual(['paid_twice_no_refund']);
    expect(nextSteps(payment('transaction_fraud_possibility'), { ...READER, isStaff: true })).toEqual(['review']);
  });
});
