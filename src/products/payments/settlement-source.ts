import type { SettlementSource } from '../../platform/ledger/files/settlement-source.js';

const TOOK_MONEY = "a.state IN ('paid', 'held', 'return_due', 'returned', 'suspense')";

/** What the acquirer says it took, or what it was asked to take. */
const amountOf = (sign: '' | '-'): string =>
  `${sign}coalesce(a.seen_minor, a.amount_minor) AS amount_minor, coalesce(a.seen_currency, a.currency) AS currency`;

/** Accounts at acquirers, each found in the index by the one before it. */
const CONNECTORS = `
  WITH RECURSIVE connector AS (
    (SELECT connector AS name FROM payment_attempt WHERE provider_ref IS NOT NULL ORDER BY connector LIMIT 1)
    UNION ALL
    SELECT (SELECT a.connector FROM payment_attempt a WHERE a.connector > c.name AND a.provider_ref IS NOT NULL ORDER BY a.connector LIMIT 1)
    FROM connector c WHERE c.name IS NOT NULL
  )`;

const ATTEMPT = `(
  SELECT * FROM payment_attempt x WHERE x.reference = l.as_uuid
  UNION SELECT x.* FROM connector c JOIN payment_attempt x ON x.connector = c.name AND x.provider_ref = l.reference OFFSET 0)`;

const named = (amount: string, condition: string, also = ''): string => `
  SELECT l.reference AS named, ${amount} FROM line l CROSS JOIN LATERAL ${ATTEMPT} AS a ${also}
  WHERE a.channel = $1 AND a.test = $2 AND ${condition}`;

const entered = (kind: string, condition: string, amount: string, also = ''): string => `
  SELECT e.id, array_remove(ARRAY[a.reference::text, a.provider_ref], NULL) AS names, ${amount}
  FROM entry e ${also} CROSS JOIN LATERAL (
    SELECT * FROM payment_attempt x WHERE ${condition.replaceAll('$kind', `CASE e.kind WHEN '${kind}' THEN e.reference END`)} OFFSET 0) AS a
  WHERE a.channel = $1 AND a.test = $2`;

const CHARGED_BACK = 'JOIN payment_chargeback b ON b.attempt_reference = a.reference';
const OF_CHARGEBACK = '-b.amount_minor AS amount_minor, b.currency';

/** Acquirers name attempts by their own name of them, or by the reference that they were given. */
export const ATTEMPT_SETTLEMENT_SOURCE: SettlementSource = {
  lookup: `${CONNECTORS} ${[
    named(amountOf(''), TOOK_MONEY),
    named(amountOf('-'), "a.state = 'returned'"),
    named(OF_CHARGEBACK, 'true', CHARGED_BACK),
  ].join(' UNION ALL ')}`,
  ofEntries: [
    entered('payment.paid', "x.transaction_id = ($kind)::uuid AND x.state = 'paid' AND NOT x.was_held", amountOf('')),
    entered('payment.held', 'x.transaction_id = ($kind)::uuid AND x.was_held', amountOf('')),
    entered('payment.suspense', "x.reference = split_part($kind, ':', 2)::uuid", amountOf('')),
    entered('payment.suspense_returned', "x.reference = split_part($kind, ':', 2)::uuid", amountOf('-')),
    entered(
      'payment.chargeback',
      'x.reference = b.attempt_reference',
      OF_CHARGEBACK,
      "JOIN payment_chargeback b ON b.id = CASE e.kind WHEN 'payment.chargeback' THEN split_part(e.reference, ':', 2)::uuid END",
    ),
  ].join(' UNION ALL '),
};
