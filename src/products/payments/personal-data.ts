import type { EntityManager } from 'typeorm';
import {
  callEraseFunction,
  columnsAsText,
  type PersonalDataSource,
  relatedRowsAsText,
  type Retention,
} from '../../platform/products/personal-data-source.js';

const PAYER_COLUMNS = ['customer', 'antifraud', 'billing', 'shipping', 'cart', 'offered_subscription', 'control', 'description', 'referer'];
const CODES_OF_PAYMENT = 'payment_code o JOIN payment_attempt a ON a.reference = o.attempt_reference WHERE a.transaction_id = t.id';

/** The personal data of payments and of their attempts, codes, aliases, subscriptions and charges. */
export const PAYMENT_PERSONAL_DATA: PersonalDataSource = {
  name: 'payments',
  table: 'payment_transaction',
  key: [{ column: 'id', type: 'uuid' }],
  searchedTextSql: `concat_ws(chr(10), ${columnsAsText('t', [...PAYER_COLUMNS, 'success_url', 'failure_url', 'pending_url'])},
    ${relatedRowsAsText('payment_attempt o WHERE o.transaction_id = t.id', ['payer_email', 'payer_ip', 'system_id', 'data', 'next', 'raw_code'])},
    ${relatedRowsAsText(CODES_OF_PAYMENT, ['request_key'])},
    ${relatedRowsAsText('payment_alias o WHERE o.transaction_id = t.id', ['value', 'label', 'blik_key', 'data', 'disclosed_apps'])},
    ${relatedRowsAsText('payment_subscription o WHERE o.transaction_id = t.id', ['data', 'next', 'consent_evidence', 'cancelled_reason', 'request_key'])},
    ${relatedRowsAsText('payment_charge o WHERE o.transaction_id = t.id', ['label', 'lines', 'request_key'])})`,
  blockedReasonSql: 'payment_open_reason(t.id)',
  blockedHint:
    'An unpaid payment expires by itself. Staff release or reject held money. The partner cancels a subscription and unregisters an alias.',
  erase: (tx, keys, mention, at) => erase(tx, keys.flat(), mention, at),
};

// Uses the index of payments that are not erased yet. Payments that cannot be erased yet, such as one with an active subscription, do not
// delay others.
const FIND_OLDEST = `
  SELECT t.id AS key FROM payment_transaction t WHERE t.erased_at IS NULL AND t.created_at < $1 AND payment_open_reason(t.id) IS NULL
  ORDER BY t.created_at LIMIT $2 FOR NO KEY UPDATE OF t SKIP LOCKED`;

export function paymentRetention(days: number): Retention {
  return { name: PAYMENT_PERSONAL_DATA.name, days, selectOldestSql: FIND_OLDEST, erase: (tx, ids, at) => erase(tx, ids, null, at) };
}

function erase(tx: EntityManager, ids: readonly string[], mention: string | null, at: Date): Promise<number> {
  return callEraseFunction(tx, 'erase_payments($1, $2, $3)', [ids, mention, at]);
}

/** Payment links. Their texts may name a payer even if no payer has paid. Erasure removes the whole text. */
export const LINK_PAYERS: PersonalDataSource = {
  name: 'payment_links',
  table: 'payment_link',
  key: [{ column: 'id', type: 'uuid' }],
  searchedTextSql: columnsAsText('t', ['description', 'control']),
  erase: (tx, keys, mention) => callEraseFunction(tx, 'erase_links($1, $2)', [keys.flat(), mention]),
};
