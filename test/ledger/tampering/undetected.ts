import { contentIdSql, rowText } from '../../../src/platform/ledger/manual/content-id-rule.js';
import { updateReturningId, type UndetectedTamper } from './tamper.js';

const CONTENT = ['debit', 'credit', 'partner_id', 'currency', 'amount_minor', 'test', 'reason', 'author'];
const COLUMNS = ['reference', ...CONTENT, 'created_at'].join(', ');

/** All known tamperings that `ledger verify` cannot find, and the reasons. */
export const UNDETECTED: readonly UndetectedTamper[] = [
  {
    what: 'the amount of a payment without an attempt is changed',
    sql: updateReturningId('payment_transaction', 'amount_minor = 1, pln_minor = 1', `id = '{made}'`),
    why: 'No other row has the amount yet. The payer and the partner see it.',
  },
  {
    what: 'a payment without an attempt is deleted',
    sql: `DELETE FROM payment_transaction WHERE id = '{made}'`,
    why: 'No money is missing. `counters verify` finds that the list has one row too few.',
  },
  {
    what: 'the shares of an attempt that is not paid yet are changed',
    sql: updateReturningId('payment_attempt', 'commission_minor = 0, partner_minor = pln_minor', `transaction_id = '{begun}'`, 'reference'),
    why: 'The shares come from the settings at the start of the attempt. The settings may have changed. Once the attempt is paid, the shares are in the ledger.',
  },
  {
    what: 'commissions of a service or shares of its tariffs are changed',
    sql: `UPDATE payment_channel SET commission_bp = 0`,
    why: 'Staff may change settings. Earlier transactions keep their shares.',
  },
  {
    what: 'the price of a DirectBilling transaction that is not charged yet is changed',
    sql: updateReturningId('direct_billing_transaction', 'gross_minor = gross_minor + 1', `id = '{late}'`),
    why: 'The payer may still choose another operator and price. The charge keeps the charged price.',
  },
  {
    what: 'the limits of a subscription are raised',
    sql: updateReturningId('payment_subscription', 'total_limit_minor = 99999999, count_limit = 99', `id = '{subscription}'`),
    why: 'The acquirer stores the mandate terms, and declines a charge that exceeds them.',
  },
  {
    what: 'the acquirer’s reference of a payment is changed',
    sql: updateReturningId('payment_attempt', `provider_ref = 'another'`, `transaction_id = '{paid}'`, 'reference'),
    why: 'Only the acquirer can confirm the reference. A refund of another payment is in the settlement file.',
  },
  {
    what: 'the reference of a reversal of money in suspense is changed',
    sql: updateReturningId('payment_attempt', 'reversal_reference = gen_random_uuid()', `transaction_id = '{refused}'`, 'reference'),
    why: 'Only the acquirer can confirm the reference. A second reversal is in the settlement file.',
  },
  {
    what: 'a message’s code becomes used',
    sql: 'UPDATE sms_transaction SET used_at = now()',
    why: 'No money moves. `counters verify` finds that the lists of used and unused codes are wrong.',
  },
  {
    what: 'applied callbacks are deleted',
    sql: `DELETE FROM payment_callback WHERE kind <> 'chargeback'`,
    why: 'The state of the attempt shows that a repeated callback was applied.',
  },
  {
    what: 'an adjustment is invented as a whole: row, entry and wallet',
    sql: `
      WITH correction AS (
        INSERT INTO ledger_adjustment (id, ${COLUMNS}) SELECT ${contentIdSql('ledger_adjustment', CONTENT.map(rowText))}, ${COLUMNS}
        FROM (VALUES ('MADE-UP', 'platform:commission', 'partner:available', '{partner}'::uuid, 'PLN', 5, false, 'Agreed', 'Anna', now())) AS r (${COLUMNS}) RETURNING *
      ), made AS (
        INSERT INTO ledger_entry (id, kind, reference, test, occurred_at, created_xid)
        SELECT gen_random_uuid(), 'adjustment.made', id::text, test, created_at, pg_current_xact_id() FROM correction RETURNING id
      ), line AS (
        INSERT INTO ledger_posting (entry_id, line, account_id, amount_minor, currency)
        SELECT made.id, l.line, a.id, l.minor, 'PLN' FROM made CROSS JOIN (VALUES (1, 'platform:commission', 5), (2, 'partner:available', -5)) AS l (line, kind, minor)
        JOIN ledger_account a ON a.kind = l.kind AND a.currency = 'PLN' AND NOT a.test AND (a.partner_id IS NULL OR a.partner_id = '{partner}') RETURNING *
      ), shown AS (
        INSERT INTO wallet_line (account_id, occurred_at, entry_id, line, amount_minor)
        SELECT line.account_id, correction.created_at, line.entry_id, line.line, line.amount_minor FROM line CROSS JOIN correction
        WHERE line.account_id IN (SELECT id FROM ledger_account WHERE partner_id IS NOT NULL)
      )
      UPDATE wallet SET available_minor = available_minor + 5 WHERE partner_id = '{partner}' AND NOT test`,
    why: 'A superuser can make the same changes as the command. The list of adjustments shows the adjustment, with an author who did not make it.',
  },
  {
    what: 'the name of the person who approved a proposal is changed',
    sql: updateReturningId('ledger_proposal', `decider = 'Nobody'`, `reference = 'P-1'`),
    why: 'No money moves. The sealed entries of the audit log name the person who approved it.',
  },
];
