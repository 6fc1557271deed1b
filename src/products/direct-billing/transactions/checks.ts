import { type Check, inBatch } from '../../../platform/checks/check.js';
import { columnMismatches, sentence } from '../../../platform/checks/rules.js';
import { ID_KEY } from '../../../runtime/database/rows/row-batches.js';
import { DIRECT_BILLING_TRANSITIONS } from './states.js';

/** SQL: the end of a message about the charge `c`. */
const CHARGE_TEXT = `CASE WHEN c.reference IS NULL THEN 'no charge of it was accepted or booked' ELSE concat('its charge ', c.reference, ' is ', c.state) END`;

/** A transaction is confirmed or payed exactly if a charge was accepted or booked, and has the values of that charge. */
export const TRANSACTION_CHECK: Check = {
  table: 'direct_billing_transaction',
  as: 't',
  key: ID_KEY,
  rules: {
    joins: `LEFT JOIN (
        SELECT *, 'transaction_db_' || CASE state WHEN 'booked' THEN 'payed' ELSE 'confirmed' END AS makes FROM direct_billing_charge
        WHERE ${inBatch('transaction_id')} AND state IN ('accepted', 'booked')
      ) AS c ON c.transaction_id = t.id`,
    list: [
      [
        `CASE WHEN t.status IN ('transaction_db_confirmed', 'transaction_db_payed') THEN t.status END IS DISTINCT FROM c.makes`,
        sentence`its status is ${'t.status'}, and ${CHARGE_TEXT}`,
      ],
      ...columnMismatches('t', 'c', 'its charge has', ['operator', 'gross_minor', 'net_minor', 'partner_minor', 'test'], {
        when: 'c.reference IS NOT NULL',
      }),
    ],
  },
  history: { column: 'status', initial: DIRECT_BILLING_TRANSITIONS.initial },
};
