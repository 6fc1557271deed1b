import { changed, type Unnoticed } from './tamper.js';

/** What `ledger verify` cannot notice, and why. */
export const UNNOTICED: readonly Unnoticed[] = [
  {
    what: 'the amount of a payment that nobody has begun to pay',
    sql: changed('payment_transaction', 'amount_minor = 1, pln_minor = 1', `id = '{made}'`),
    why: 'Nothing else has it yet. The payer and the partner see it.',
  },
  {
    what: 'a payment is removed that nobody has begun to pay',
    sql: `DELETE FROM payment_transaction WHERE id = '{made}'`,
    why: 'No money is missing. `counters verify` finds that the list is one short.',
  },
  {
    what: 'the shares of an attempt before it is paid',
    sql: changed('payment_attempt', 'commission_minor = 0, partner_minor = pln_minor', `transaction_id = '{begun}'`, 'reference'),
    why: 'They follow from settings of that moment, which may be others now. Once it is paid they are entered.',
  },
  {
    what: 'commissions of a service, shares of tariffs',
    sql: `UPDATE payment_channel SET commission_bp = 0`,
    why: 'Settings may be changed. What was sold keeps its own.',
  },
  {
    what: 'the price of a DirectBilling transaction before it is charged',
    sql: changed('direct_billing_transaction', 'gross_minor = gross_minor + 1', `id = '{late}'`),
    why: 'The payer may go on with another operator and price. What is charged is kept by the charge.',
  },
  {
    what: 'the limits of a subscription are raised',
    sql: changed('payment_subscription', 'total_limit_minor = 99999999, count_limit = 99', `id = '{subscription}'`),
    why: 'The acquirer knows what the payer agreed to, and refuses what is beyond it.',
  },
  {
    what: 'what a channel calls a payment',
    sql: changed('payment_attempt', `provider_ref = 'another'`, `transaction_id = '{paid}'`, 'reference'),
    why: 'Only the channel knows. A refund that goes to another payment is in its settlement file.',
  },
  {
    what: 'under which name stray money is given back',
    sql: changed('payment_attempt', 'return_reference = gen_random_uuid()', `transaction_id = '{refused}'`, 'reference'),
    why: 'Only the channel knows. A second return is in its settlement file.',
  },
  {
    what: 'a message’s code becomes used',
    sql: 'UPDATE sms_transaction SET used_at = now()',
    why: 'It is no money. `counters verify` finds that the lists of used and unused codes are wrong.',
  },
  {
    what: 'reports that were applied are removed',
    sql: `DELETE FROM payment_report WHERE kind <> 'chargeback'`,
    why: 'A report that comes again finds what it did in the state of its attempt.',
  },
  {
    what: 'a correction is made up as a whole: row, entry and wallet',
    sql: `
      WITH correction AS (
        INSERT INTO ledger_adjustment (id, reference, debit, credit, partner_id, currency, amount_minor, test, reason, author, created_at)
        VALUES ('aaaaaaaa-0000-7000-8000-000000000000', 'MADE-UP', 'platform:commission', 'partner:available', '{partner}', 'PLN', 5, false, 'Agreed', 'Anna', now()) RETURNING *
      ), made AS (
        INSERT INTO ledger_entry (id, kind, reference, test, occurred_at, created_xid)
        SELECT gen_random_uuid(), 'adjustment.made', id::text, test, created_at, pg_current_xact_id() FROM correction RETURNING id
      ), line AS (
        INSERT INTO ledger_posting (entry_id, line, account_id, amount_minor, currency)
        SELECT made.id, l.line, a.id, l.minor, 'PLN' FROM made CROSS JOIN (VALUES (1, 'platform:commission', 5), (2, 'partner:available', -5)) AS l (line, kind, minor)
        JOIN ledger_account a ON a.kind = l.kind AND a.currency = 'PLN' AND NOT a.test AND (a.partner_id IS NULL OR a.partner_id = '{partner}')
      )
      UPDATE wallet SET available_minor = available_minor + 5 WHERE partner_id = '{partner}' AND NOT test`,
    why: 'Whoever can write rows can do what the command does. It stands in the list of corrections, under an author who knows nothing of it.',
  },
];
