import { updateReturningId, type Tamper } from './tamper.js';

const payment = (set: string, name: string): string => updateReturningId('payment_transaction', set, `id = '{${name}}'`);
const attempt = (set: string, name: string, state: string, id = 'reference'): string =>
  updateReturningId('payment_attempt', set, `transaction_id = '{${name}}' AND state = '${state}'`, id);
const refund = (set: string, name: string, id = 'id'): string => updateReturningId('payment_refund', set, `id = '{${name}}'`, id);
const dispute = (set: string, id = 'id'): string => updateReturningId('payment_chargeback', set, `event_id = '{dispute}'`, id);
const subscription = (set: string, name = 'subscription'): string => updateReturningId('payment_subscription', set, `id = '{${name}}'`);
const charge = (set: string): string => updateReturningId('payment_charge', set, `subscription_id = '{subscription}'`);

/** Columns of a payment of 10.00 PLN that was paid through mbank. */
const AS_PAID = `status = 'transaction_paid', paid_at = now(), channel = 'mbank', commission_minor = 0, partner_minor = pln_minor`;
const NO_REFUNDS = 'refund_minor = 0, refund_pln_minor = 0, refunded_minor = 0';
const NO_CHARGES = 'charge_count = 0, charge_minor = 0, paid_count = 0, paid_minor = 0';
/** Used for the id of an entry, which is not known in advance. */
const UNKNOWN_ID = 'NULL';
const POSTINGS_DIFFER = 'do not match its row';
const NO_CAUSE = 'no row of payment_attempt has caused it';

export const ONLINE: Record<string, readonly Omit<Tamper, 'names'>[]> = {
  payment_transaction: [
    { what: 'a payment becomes paid without an attempt', sql: payment(AS_PAID, 'made'), because: 'it has no captured attempt' },
    {
      what: 'a payment whose only attempt failed becomes paid',
      sql: payment(AS_PAID, 'failed'),
      because: 'it has no captured attempt',
    },
    {
      what: 'a paid payment becomes failed',
      sql: payment(`status = 'transaction_failure'`, 'paid'),
      because: 'its status is transaction_failure, and its attempt',
    },
    {
      what: 'a paid payment becomes refunded without refunds',
      sql: payment(
        `status = 'transaction_refunded', refund_count = 1, refund_minor = 10000, refund_pln_minor = 10000, refunded_minor = 10000`,
        'paid',
      ),
      because: 'its refund_count is 1, and its refunds result in 0',
    },
    {
      what: 'a refunded payment becomes paid',
      sql: payment(`status = 'transaction_paid'`, 'whole'),
      because: '5000 of its 5000 are refunded',
    },
    {
      what: 'a payment’s refund sums are set to 0',
      sql: payment(NO_REFUNDS, 'partly'),
      because: 'its refund_minor is 0, and its refunds result in 4500',
    },
    {
      what: 'a payment’s refund value in PLN is less',
      sql: payment('refund_pln_minor = refund_pln_minor - 1', 'partly'),
      because: 'its refund_pln_minor is 4499',
    },
    { what: 'a payment’s refunded sum is less', sql: payment('refunded_minor = 0', 'partly'), because: 'its refunded_minor is 0' },
    {
      what: 'a payment’s refunded sum is more',
      sql: payment('refunded_minor = refund_minor', 'partly'),
      because: 'its refunded_minor is 4500',
    },
    { what: 'a payment’s number of refunds is less', sql: payment('refund_count = 0', 'partly'), because: 'its refund_count is 0' },
    {
      what: 'a refund’s amount is less',
      sql: updateReturningId('payment_refund', 'amount_minor = 1000', `id = '{back}'`, 'transaction_id'),
      because: 'its refund_minor is 4500, and its refunds result in 2500',
    },
    {
      what: 'the amount of a refund in euro is less',
      sql: updateReturningId('payment_refund', 'amount_minor = 1', `id = '{euro_back}'`, 'transaction_id'),
      because: 'its refunds result in 1',
    },
    {
      what: 'a paid payment’s commission moves to the partner',
      sql: payment('commission_minor = 0, partner_minor = pln_minor', 'paid'),
      because: 'its commission_minor is 0',
    },
    {
      what: 'a part of the partner’s share moves to the commission',
      sql: payment('commission_minor = commission_minor + 1, partner_minor = partner_minor - 1', 'paid'),
      because: 'its commission_minor is',
    },
    {
      what: 'a paid payment’s amounts are less',
      sql: payment('amount_minor = 100, pln_minor = 100, commission_minor = 2, partner_minor = 98', 'paid'),
      because: 'its amount_minor is 100, and its attempt has 10000',
    },
    { what: 'a paid payment is in another currency', sql: payment(`currency = 'EUR'`, 'paid'), because: 'its currency is EUR' },
    { what: 'a paid payment is of another channel', sql: payment(`channel = 'ing'`, 'paid'), because: 'its channel is ing' },
    { what: 'a paid payment becomes test money', sql: payment('test = true', 'paid'), because: 'its test is true' },
    {
      what: 'a paid payment moves to another service',
      sql: payment(`service_id = '{other_service}'`, 'paid'),
      because: 'its service_id is {other_service}',
    },
    {
      what: 'a payment’s time of payment is a year later, so that it can be refunded longer',
      sql: payment(`paid_at = paid_at + interval '1 year'`, 'paid'),
      because: 'its entry is from',
    },
    {
      what: 'a failed payment gets a time of payment',
      sql: payment('paid_at = now()', 'failed'),
      because: 'it has no captured attempt',
    },
    {
      what: 'a held payment’s time of hold is changed',
      sql: payment(`held_at = held_at - interval '1 day'`, 'held'),
      because: 'its entry is from',
    },
    { what: 'a released payment loses its time of hold', sql: payment('held_at = NULL', 'released'), because: 'its held_at is nothing' },
    {
      what: 'a held payment becomes paid',
      sql: payment(`status = 'transaction_paid', paid_at = now()`, 'held'),
      because: 'its status is transaction_paid, and its attempt',
    },
    {
      what: 'a held payment becomes fraud',
      sql: payment(`status = 'transaction_fraud'`, 'held'),
      because: 'its status is transaction_fraud, and its attempt',
    },
    {
      what: 'a payment that staff rejected becomes paid',
      sql: payment(`status = 'transaction_paid', paid_at = now()`, 'refused'),
      because: 'its status is transaction_paid, and its attempt',
    },
    {
      what: 'a payment’s exchange rate is invented',
      sql: payment('pln_rate = 1, pln_minor = amount_minor', 'in_euro'),
      because: 'its pln_rate is 1.0000000000, and there is no such exchange rate for EUR',
    },
    {
      what: 'the exchange rate of a payment is changed in its table',
      sql: `UPDATE payment_exchange_rate SET pln_rate = pln_rate * 1.1 WHERE currency = 'EUR'`,
      because: 'and there is no such exchange rate for EUR',
    },
    {
      what: 'a canceled payment becomes expired',
      sql: payment(`status = 'transaction_expired'`, 'canceled'),
      because: 'its history ends with transaction_canceled',
    },
    {
      what: 'a canceled payment is deleted',
      sql: `DELETE FROM payment_transaction WHERE id = '{left}' RETURNING id::text AS id`,
      because: 'it does not exist',
    },
    {
      what: 'the deductions become higher than the payment',
      sql: updateReturningId(
        'payment_chargeback',
        'amount_minor = 10001, pln_minor = pln_minor',
        `event_id = '{dispute}'`,
        'transaction_id',
      ),
      because: 'exceed its amount of',
    },
  ],
  payment_attempt: [
    {
      what: 'a failed attempt becomes paid',
      sql: attempt(`state = 'paid'`, 'failed', 'failed', 'transaction_id'),
      because: `payment.paid ${POSTINGS_DIFFER}: nothing instead of`,
    },
    {
      what: 'a paid attempt’s value in PLN is more',
      sql: attempt('pln_minor = pln_minor + 1, partner_minor = partner_minor + 1', 'paid', 'paid', 'transaction_id'),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a paid attempt’s commission moves to the partner',
      sql: attempt('commission_minor = 0, partner_minor = pln_minor', 'paid', 'paid', 'transaction_id'),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a paid attempt is of another channel',
      sql: attempt(`channel = 'ing'`, 'paid', 'paid', 'transaction_id'),
      because: POSTINGS_DIFFER,
    },
    { what: 'a paid attempt becomes test money', sql: attempt('test = true', 'paid', 'paid', 'transaction_id'), because: POSTINGS_DIFFER },
    {
      what: 'a paid attempt is of another payment',
      sql: attempt(`transaction_id = '{made}'`, 'paid', 'paid', 'transaction_id'),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a paid attempt is of another partner’s service',
      sql: attempt(`service_id = '{sms_service}'`, 'paid', 'paid', 'transaction_id'),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a paid attempt is marked as held before',
      sql: attempt('was_held = true', 'paid', 'paid', 'transaction_id'),
      because: `payment.held ${POSTINGS_DIFFER}`,
    },
    {
      what: 'money in suspense is more',
      sql: attempt('suspense_minor = suspense_minor + 1', 'other_sum', 'suspense', 'transaction_id'),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'money in suspense becomes due for reversal',
      sql: attempt(`state = 'return_due', next_poll_at = now(), reversal_reference = reference`, 'other_sum', 'suspense'),
      because: 'its history ends with suspense',
    },
    {
      what: 'money in suspense becomes reversed',
      sql: attempt(`state = 'returned', reversal_reference = reference, reversed_at = now()`, 'other_sum', 'suspense', 'transaction_id'),
      because: `payment.suspense_returned ${POSTINGS_DIFFER}: nothing instead of`,
    },
    {
      what: 'a pending attempt’s amount is less',
      sql: attempt('amount_minor = 1', 'begun', 'pending'),
      because: 'its amount_minor is 1, and its payment has 1000',
    },
    {
      what: 'the payment of a pending attempt is for less',
      sql: updateReturningId(
        'payment_transaction',
        'amount_minor = 1, pln_minor = 1',
        `id = '{begun}'`,
        `(SELECT reference FROM payment_attempt WHERE transaction_id = payment_transaction.id)`,
      ),
      because: 'its amount_minor is 1000, and its payment has 1',
    },
    {
      what: 'the payment of an attempt is deleted',
      sql: `DELETE FROM payment_transaction WHERE id = '{paid}' RETURNING (SELECT reference::text FROM payment_attempt WHERE transaction_id = '{paid}') AS id`,
      because: 'its payment {paid} does not exist',
    },
    {
      what: 'a failed attempt is deleted',
      sql: `DELETE FROM payment_attempt WHERE transaction_id = '{failed}' RETURNING reference::text AS id`,
      because: 'it does not exist, and its history ends with failed',
    },
    {
      what: 'an abandoned attempt becomes expired and is no longer polled',
      sql: attempt(`state = 'expired', next_poll_at = NULL`, 'lapsed', 'lapsed'),
      because: 'its history ends with lapsed',
    },
    {
      what: 'a charge is deleted, together with its part of the subscription’s sums',
      sql: `WITH gone AS (DELETE FROM payment_charge WHERE subscription_id = '{subscription}' RETURNING attempt_reference::text AS id), sums AS (UPDATE payment_subscription SET ${NO_CHARGES} WHERE id = '{subscription}') SELECT id FROM gone`,
      because: 'it belongs to no subscription and no charge',
    },
    {
      what: 'the subscription of an attempt is deleted',
      sql: `DELETE FROM payment_subscription WHERE id = '{subscription}' RETURNING attempt_reference::text AS id`,
      because: 'it belongs to no subscription and no charge',
    },
    {
      what: 'a released attempt is marked as never held',
      sql: attempt('was_held = false', 'released', 'paid', 'transaction_id'),
      because: `payment.paid ${POSTINGS_DIFFER}: nothing instead of`,
    },
    {
      what: 'the charge of an attempt is deleted',
      sql: `DELETE FROM payment_charge WHERE subscription_id = '{subscription}' RETURNING attempt_reference::text AS id`,
      because: 'it belongs to no subscription and no charge',
    },
  ],
  ledger_entry: [
    { what: 'a paid attempt becomes failed', sql: attempt(`state = 'failed'`, 'paid', 'paid', UNKNOWN_ID), because: NO_CAUSE },
    { what: 'a paid attempt is deleted', sql: `DELETE FROM payment_attempt WHERE transaction_id = '{paid}'`, because: NO_CAUSE },
    {
      what: 'reversed money becomes due for reversal again',
      sql: attempt(`state = 'return_due', reversed_at = NULL, next_poll_at = now()`, 'twice', 'returned', UNKNOWN_ID),
      because: NO_CAUSE,
    },
    {
      what: 'a refund is deleted',
      sql: `DELETE FROM payment_refund WHERE id = '{back}'`,
      because: 'no row of payment_refund has caused it',
    },
    {
      what: 'a completed refund becomes pending',
      sql: refund(`status = 'refund_pending', completed_at = NULL, next_poll_at = now()`, 'back', UNKNOWN_ID),
      because: 'no row of payment_refund has caused it',
    },
    {
      what: 'a chargeback is deleted',
      sql: `DELETE FROM payment_chargeback WHERE event_id = '{dispute}'`,
      because: 'no row of payment_chargeback has caused it',
    },
  ],
  payment_refund: [
    {
      what: 'a refund took less from the wallet',
      sql: refund('wallet_minor = 1', 'back', "transaction_id || ':' || id"),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a refund and its payment’s sum took less from the wallet',
      sql: `WITH sums AS (UPDATE payment_transaction SET refund_pln_minor = 1 WHERE id = '{partly}') ${refund('wallet_minor = 1', 'back', "transaction_id || ':' || id")}`,
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a refund’s amount and its payment’s sums are less',
      sql: `WITH sums AS (UPDATE payment_transaction SET refund_minor = refund_minor - 2000, refunded_minor = refunded_minor - 2000 WHERE id = '{partly}') ${refund('amount_minor = 1000', 'back')}`,
      because: 'its wallet_minor is 3000, and its amount of 1000 is worth 1000',
    },
    {
      what: 'a pending refund becomes completed',
      sql: refund(`status = 'refund_completed', completed_at = now(), next_poll_at = NULL`, 'pending', "transaction_id || ':' || id"),
      because: `refund.completed ${POSTINGS_DIFFER}: nothing instead of`,
    },
    {
      what: 'a rejected refund becomes completed',
      sql: refund(`status = 'refund_completed', completed_at = now()`, 'rejected', "transaction_id || ':' || id"),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a refund that the acquirer reversed loses its time of completion',
      sql: refund(`status = 'refund_failed', completed_at = NULL`, 'taken_back', "transaction_id || ':' || id"),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a new refund becomes sent to the acquirer',
      sql: refund(`status = 'refund_pending', sent_at = now()`, 'asked'),
      because: 'its history ends with refund_new',
    },
    {
      what: 'a refund goes through another channel',
      sql: refund(`channel = 'ing'`, 'pending'),
      because: 'its channel is ing, and its attempt has mbank',
    },
    { what: 'a refund goes through another account', sql: refund(`connector = 'other'`, 'pending'), because: 'its connector is other' },
    { what: 'a refund is in another currency', sql: refund(`currency = 'EUR'`, 'pending'), because: 'its currency is EUR' },
    {
      what: 'a refund is of another payment',
      sql: refund(`transaction_id = '{paid}'`, 'pending', "transaction_id || ':' || id"),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a refund is of another attempt, so that it goes to another payer',
      sql: refund(`attempt_reference = (SELECT reference FROM payment_attempt WHERE transaction_id = '{paid}')`, 'pending'),
      because: 'its transaction_id is {partly}, and its attempt has {paid}',
    },
    { what: 'a refund becomes test money', sql: refund('test = true', 'pending', "transaction_id || ':' || id"), because: POSTINGS_DIFFER },
    {
      what: 'a refund was created earlier',
      sql: refund(`created_at = created_at - interval '1 day'`, 'back'),
      because: 'its entry is from',
    },
    {
      what: 'a refund was completed earlier',
      sql: refund(`completed_at = completed_at - interval '1 day'`, 'back'),
      because: 'its entry is from',
    },
  ],
  payment_chargeback: [
    {
      what: 'a chargeback’s amount is less',
      sql: dispute('amount_minor = 1'),
      because: 'its pln_minor is 6000, and its amount of 1 is worth 1',
    },
    {
      what: 'a chargeback took less from the partner',
      sql: dispute('pln_minor = 1, available_minor = 1, receivable_minor = 0', "transaction_id || ':' || id"),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a chargeback moves from the wallet to the receivable',
      sql: dispute('available_minor = 0, receivable_minor = pln_minor', "transaction_id || ':' || id"),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a chargeback was taken from another partner',
      sql: dispute(`partner_id = (SELECT partner_id FROM service WHERE id = '{sms_service}')`, "transaction_id || ':' || id"),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a chargeback is of another channel',
      sql: dispute(`channel = 'ing'`, "transaction_id || ':' || id"),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a chargeback is of another attempt',
      sql: dispute(`attempt_reference = (SELECT reference FROM payment_attempt WHERE transaction_id = '{paid}')`),
      because: 'its attempt has {paid}',
    },
    {
      what: 'a chargeback gets another event id, so that it could be booked again',
      sql: dispute(`event_id = 'another'`),
      because: 'no callback of fake has the event id another',
    },
    {
      what: 'the callback of a chargeback is deleted',
      sql: `DELETE FROM payment_callback WHERE event_id = '{dispute}' RETURNING (SELECT id::text FROM payment_chargeback WHERE event_id = '{dispute}') AS id`,
      because: 'no callback of fake has the event id {dispute}',
    },
    { what: 'a chargeback was booked earlier', sql: dispute(`created_at = created_at - interval '1 day'`), because: 'its entry is from' },
  ],
  payment_subscription: [
    {
      what: 'a subscription’s sums are set to 0',
      sql: subscription(NO_CHARGES),
      because: 'its charge_count is 0, and its charges result in 1',
    },
    {
      what: 'a subscription’s paid sum is less',
      sql: subscription('paid_minor = 0'),
      because: 'its paid_minor is 0, and its charges result in 1000',
    },
    {
      what: 'a subscription’s number of charges is less',
      sql: subscription('charge_count = 0, paid_count = 0'),
      because: 'its charge_count is 0',
    },
    {
      what: 'a pending charge of a subscription is deleted',
      sql: `DELETE FROM payment_charge WHERE subscription_id = '{other_subscription}' RETURNING subscription_id::text AS id`,
      because: 'its charge_count is 1, and its charges result in 0',
    },
    {
      what: 'a charge’s amount is less',
      sql: updateReturningId('payment_charge', 'amount_minor = 1', `subscription_id = '{subscription}'`, 'subscription_id'),
      because: 'its charge_minor is 1000, and its charges result in 1',
    },
    {
      what: 'a paid charge becomes free',
      sql: updateReturningId('payment_charge', `state = 'free'`, `subscription_id = '{subscription}'`, 'subscription_id'),
      because: 'its charge_count is 1, and its charges result in 0',
    },
    {
      what: 'a subscription’s limit for each charge is lower than one of its charges',
      sql: subscription('amount_limit_minor = 999'),
      because: 'its amount_limit_minor is 999, and it has a charge of 1000',
    },
    {
      what: 'a subscription that has ended becomes active',
      sql: subscription(`status = 'subscription_active', cancelled_by = NULL`, 'over'),
      because: 'its history ends with subscription_cancelled',
    },
    { what: 'a subscription is at another account', sql: subscription(`connector = 'other'`), because: 'its connector is other' },
    {
      what: 'a subscription moves to another service',
      sql: subscription(`service_id = '{other_service}'`),
      because: 'its service_id is {other_service}',
    },
  ],
  payment_charge: [
    {
      what: 'a charge and its subscription’s sums are less',
      sql: `WITH sums AS (UPDATE payment_subscription SET charge_minor = 1, paid_minor = 1 WHERE id = '{subscription}') ${charge('amount_minor = 1')}`,
      because: 'its amount_minor is 1, and its payment has 1000',
    },
    {
      what: 'a paid charge becomes free, together with its part of the subscription’s sums',
      sql: `WITH sums AS (UPDATE payment_subscription SET ${NO_CHARGES} WHERE id = '{subscription}') ${charge(`state = 'free'`)}`,
      because: 'its state is free, and its attempt is paid',
    },
    {
      what: 'a charge is of another payment',
      sql: charge(`transaction_id = '{paid_too}', amount_minor = amount_minor`),
      because: 'its amount_minor is 1000',
    },
    { what: 'a charge is of another model', sql: charge(`model = 'O', period = NULL`), because: 'its model is O' },
  ],
};
