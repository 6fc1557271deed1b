import {
  inconsistencies,
  valueMismatch,
  sentenceSql,
  valueSql,
  type Inconsistency,
} from '../../../platform/ledger/verification/inconsistencies.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';
import type { RowCheck } from '../../../platform/products/row-check.js';

const chargesMismatch = (column: string): Inconsistency =>
  valueMismatch(column, `s.${column}`, `coalesce(c.${column}, 0)`, 'its charges result in');
const attemptMismatch = (column: string): Inconsistency => valueMismatch(column, `s.${column}`, `a.${column}`, 'its attempt has');

/** Checks a subscription against the sums of its charges, the limit of each charge and its first attempt. */
export const SUBSCRIPTION_CHECK: RowCheck = {
  table: 'payment_subscription',
  key: { column: 'id', ...UUID_KEY },
  inconsistentRowsSql: inconsistencies(
    's.id',
    `(SELECT * FROM payment_subscription WHERE id >= $1 AND id < $2) AS s
      LEFT JOIN payment_attempt a ON a.reference = s.attempt_reference
      LEFT JOIN (
        SELECT subscription_id, max(amount_minor) AS largest_minor,
          count(*) FILTER (WHERE state <> 'free') AS charge_count, sum(amount_minor) FILTER (WHERE state <> 'free') AS charge_minor,
          count(*) FILTER (WHERE state = 'taken') AS paid_count, sum(amount_minor) FILTER (WHERE state = 'taken') AS paid_minor
        FROM payment_charge WHERE subscription_id >= $1 AND subscription_id < $2 GROUP BY subscription_id
      ) AS c ON c.subscription_id = s.id`,
    [
      ...['charge_count', 'charge_minor', 'paid_count', 'paid_minor'].map(chargesMismatch),
      [
        'c.largest_minor > s.amount_limit_minor',
        sentenceSql(
          'its amount_limit_minor is ',
          valueSql('s.amount_limit_minor'),
          ', and it has a charge of ',
          valueSql('c.largest_minor'),
        ),
      ],
      ['a.reference IS NULL', sentenceSql('its attempt ', valueSql('s.attempt_reference'), ' does not exist')],
      ...['transaction_id', 'service_id', 'connector', 'test', 'currency'].map(attemptMismatch),
    ],
  ),
};

/** SQL: whether the state of the charge `c` fits its attempt `a`. A charge that was released before may still have an open attempt. */
const STATE_FITS = `CASE
  WHEN c.attempt_reference IS NULL THEN c.state IN ('running', 'free')
  WHEN a.state = 'paid' THEN c.state = 'taken'
  WHEN a.state = 'held' THEN c.state = 'held'
  WHEN a.state IN ('sent', 'pending', 'authorized', 'lapsed') THEN c.state IN ('running', 'free')
  ELSE c.state = 'free' END`;

/** Checks a charge against its subscription, the amount of its payment and the state of its attempt. */
export const RECURRING_CHARGE_CHECK: RowCheck = {
  table: 'payment_charge',
  key: { column: 'id', ...UUID_KEY },
  inconsistentRowsSql: inconsistencies(
    'c.id',
    `(SELECT * FROM payment_charge WHERE id >= $1 AND id < $2) AS c
      LEFT JOIN payment_subscription s ON s.id = c.subscription_id LEFT JOIN payment_transaction t ON t.id = c.transaction_id
      LEFT JOIN payment_attempt a ON a.reference = c.attempt_reference`,
    [
      ['s.id IS NULL', sentenceSql('its subscription ', valueSql('c.subscription_id'), ' does not exist')],
      ['t.id IS NULL', sentenceSql('its payment ', valueSql('c.transaction_id'), ' does not exist')],
      valueMismatch('model', 'c.model', 's.model', 'its subscription has'),
      valueMismatch('amount_minor', 'c.amount_minor', 't.amount_minor', 'its payment has'),
      [
        't.service_id <> s.service_id',
        sentenceSql('its payment is of service ', valueSql('t.service_id'), ', and its subscription of ', valueSql('s.service_id')),
      ],
      [
        'c.attempt_reference IS NOT NULL AND a.transaction_id IS DISTINCT FROM c.transaction_id',
        sentenceSql('its transaction_id is ', valueSql('c.transaction_id'), ', and its attempt has ', valueSql('a.transaction_id')),
      ],
      [`NOT ${STATE_FITS}`, sentenceSql('its state is ', valueSql('c.state'), ', and its attempt is ', valueSql('a.state'))],
    ],
  ),
};
