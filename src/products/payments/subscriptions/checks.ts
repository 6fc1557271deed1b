import { type Check, inBatch } from '../../../platform/checks/check.js';
import { columnMismatches, missingRow, type RowRule, sentence, valueMismatch } from '../../../platform/checks/rules.js';
import { ID_KEY } from '../../../runtime/database/rows/row-batches.js';
import { SUBSCRIPTION_TRANSITIONS } from './states.js';

const chargesMismatch = (column: string): RowRule =>
  valueMismatch(column, `s.${column}`, `coalesce(c.${column}, 0)`, 'its charges result in');

/** A subscription is consistent with the sums of its charges, the limit of each charge and its first attempt. */
export const SUBSCRIPTION_CHECK: Check = {
  table: 'payment_subscription',
  as: 's',
  key: ID_KEY,
  rules: {
    joins: `
      LEFT JOIN payment_attempt a ON a.reference = s.attempt_reference
      LEFT JOIN (
        SELECT subscription_id, max(amount_minor) AS largest_minor,
          count(*) FILTER (WHERE state <> 'free') AS charge_count, sum(amount_minor) FILTER (WHERE state <> 'free') AS charge_minor,
          count(*) FILTER (WHERE state = 'taken') AS paid_count, sum(amount_minor) FILTER (WHERE state = 'taken') AS paid_minor
        FROM payment_charge WHERE ${inBatch('subscription_id')} GROUP BY subscription_id
      ) AS c ON c.subscription_id = s.id`,
    list: [
      ...['charge_count', 'charge_minor', 'paid_count', 'paid_minor'].map(chargesMismatch),
      [
        'c.largest_minor > s.amount_limit_minor',
        sentence`its amount_limit_minor is ${'s.amount_limit_minor'}, and it has a charge of ${'c.largest_minor'}`,
      ],
      missingRow('attempt', 's.attempt_reference', 'a.reference'),
      ...columnMismatches('s', 'a', 'its attempt has', ['transaction_id', 'service_id', 'connector', 'test', 'currency']),
    ],
  },
  history: { column: 'status', initial: SUBSCRIPTION_TRANSITIONS.initial },
};

/** SQL: whether the state of the charge `c` fits its attempt `a`. A charge that was released before may still have an open attempt. */
const STATE_FITS = `CASE
  WHEN c.attempt_reference IS NULL THEN c.state IN ('running', 'free')
  WHEN a.state = 'paid' THEN c.state = 'taken'
  WHEN a.state = 'held' THEN c.state = 'held'
  WHEN a.state IN ('sent', 'pending', 'authorized', 'lapsed') THEN c.state IN ('running', 'free')
  ELSE c.state = 'free' END`;

/** A charge is consistent with its subscription, the amount of its payment and the state of its attempt. */
export const RECURRING_CHARGE_CHECK: Check = {
  table: 'payment_charge',
  as: 'c',
  key: ID_KEY,
  rules: {
    joins: `
      LEFT JOIN payment_subscription s ON s.id = c.subscription_id LEFT JOIN payment_transaction t ON t.id = c.transaction_id
      LEFT JOIN payment_attempt a ON a.reference = c.attempt_reference`,
    list: [
      missingRow('subscription', 'c.subscription_id', 's.id'),
      missingRow('payment', 'c.transaction_id', 't.id'),
      valueMismatch('model', 'c.model', 's.model', 'its subscription has'),
      valueMismatch('amount_minor', 'c.amount_minor', 't.amount_minor', 'its payment has'),
      ['t.service_id <> s.service_id', sentence`its payment is of service ${'t.service_id'}, and its subscription of ${'s.service_id'}`],
      [
        'c.attempt_reference IS NOT NULL AND a.transaction_id IS DISTINCT FROM c.transaction_id',
        sentence`its transaction_id is ${'c.transaction_id'}, and its attempt has ${'a.transaction_id'}`,
      ],
      [`NOT ${STATE_FITS}`, sentence`its state is ${'c.state'}, and its attempt is ${'a.state'}`],
    ],
  },
};
