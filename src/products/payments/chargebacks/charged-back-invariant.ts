import { contradictions, differs, farFrom, says, shown } from '../../../platform/ledger/rows/contradictions.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';
import type { RowInvariant } from '../../../platform/ledger/rows/row-invariant.js';
import { notWorth } from '../worth-invariant.js';

const ofAttempt = (column: string) => differs(column, `b.${column}`, `a.${column}`, 'its attempt says');

/** A chargeback agrees with its attempt, its partner, the exchange rate and the acquirer's report. */
export const CHARGED_BACK_INVARIANT: RowInvariant = {
  table: 'payment_chargeback',
  key: { column: 'id', ...UUID_KEY },
  contradictions: contradictions(
    'b.id',
    `(SELECT * FROM payment_chargeback WHERE id >= $1 AND id < $2) AS b
      LEFT JOIN payment_attempt a ON a.reference = b.attempt_reference LEFT JOIN service s ON s.id = a.service_id
      LEFT JOIN LATERAL (
        SELECT e.event_id FROM payment_report e
        WHERE e.connector = b.connector AND (e.event_id = b.event_id OR e.event_name = b.event_id) AND e.kind = 'chargeback' LIMIT 1) AS e ON true
      LEFT JOIN ledger_entry entered ON entered.reference = b.transaction_id || ':' || b.id AND entered.kind = 'payment.chargeback'`,
    [
      ['a.reference IS NULL', says('its attempt ', shown('b.attempt_reference'), ' is gone')],
      ...['transaction_id', 'channel', 'test', 'currency'].map(ofAttempt),
      differs('partner_id', 'b.partner_id', 's.partner_id', 'its service is of'),
      [`a.state <> 'paid'`, says('its attempt is ', shown('a.state'))],
      notWorth('pln_minor', 'b'),
      ['e.event_id IS NULL', says('no report of ', shown('b.connector'), ' is called ', shown('b.event_id'))],
      farFrom('created_at', 'b.created_at', 'entered.occurred_at', 'its entry is of'),
    ],
  ),
};
