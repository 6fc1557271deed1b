import { changed, type Tamper } from './tamper.js';

const sale = (set: string, name: string): string => changed('direct_billing_transaction', set, `id = '{${name}}'`);
const operatorCharge = (set: string, name: string, id = 'reference'): string =>
  changed('direct_billing_charge', set, `transaction_id = '{${name}}'`, id);
const FIRST_SMS = '(SELECT min(id) FROM sms_transaction)';
const message = (set: string, id = 'id'): string => changed('sms_transaction', set, `id = ${FIRST_SMS}`, id);
const settlement = (set: string, id = 'id'): string => changed('settlement', set, `reference = 'MBANK-1'`, id);
const payout = (set: string): string => changed('payout', set, 'true');
const adjustment = (set: string): string => changed('ledger_adjustment', set, 'true');
const FIRST_ENTRY = `(SELECT id FROM ledger_entry WHERE kind = 'payment.paid' ORDER BY id LIMIT 1)`;
const entry = (set: string): string => changed('ledger_entry', set, `id = ${FIRST_ENTRY}`);
const ANY_LINE = "(SELECT entry_id FROM settlement_line WHERE party = 'mbank' ORDER BY entry_id LIMIT 1)";

const ENTERED = 'are not what its row says';
const OTHER_WORDS = 'its id was made of other words than it has now';
const BOTH = "id || ':1'";

export const OTHERS: Record<string, readonly Omit<Tamper, 'names'>[]> = {
  direct_billing_transaction: [
    {
      what: 'a DirectBilling transaction becomes payed',
      sql: sale(`status = 'transaction_db_payed'`, 'confirmed'),
      because: 'its status is transaction_db_payed, and its charge',
    },
    {
      what: 'a rejected one becomes payed',
      sql: sale(`status = 'transaction_db_payed'`, 'late'),
      because: 'no charge of it was accepted or booked',
    },
    {
      what: 'a payed one becomes rejected',
      sql: sale(`status = 'transaction_db_rejected'`, 'payed'),
      because: 'its status is transaction_db_rejected, and its charge',
    },
    { what: 'its price is another', sql: sale('gross_minor = gross_minor + 100', 'payed'), because: 'its gross_minor is' },
    { what: 'its net price is another', sql: sale('net_minor = net_minor + 1', 'payed'), because: 'its net_minor is' },
    { what: 'the partner’s share is another', sql: sale('partner_minor = partner_minor - 1', 'payed'), because: 'its partner_minor is' },
    {
      what: 'another operator has collected it',
      sql: sale(`operator = 'play'`, 'payed'),
      because: 'its operator is play, and its charge says orange',
    },
    { what: 'its test money becomes real', sql: sale('test = false', 'payed'), because: 'its test is false' },
    {
      what: 'a confirmed one begins again',
      sql: sale(`status = 'transaction_db_new'`, 'confirmed'),
      because: 'its status is transaction_db_new, and its charge',
    },
    {
      what: 'a rejected one is confirmed',
      sql: sale(`status = 'transaction_db_confirmed'`, 'late'),
      because: 'no charge of it was accepted or booked',
    },
    {
      what: 'a rejected one is new again',
      sql: sale(`status = 'transaction_db_new'`, 'late'),
      because: 'its history ends with transaction_db_rejected',
    },
  ],
  direct_billing_charge: [
    { what: 'a charge took more', sql: operatorCharge('gross_minor = gross_minor + 1', 'payed', 'transaction_id'), because: ENTERED },
    {
      what: 'a charge gave the partner less',
      sql: operatorCharge('partner_minor = partner_minor - 1', 'payed', 'transaction_id'),
      because: ENTERED,
    },
    { what: 'another operator has made it', sql: operatorCharge(`operator = 'play'`, 'payed', 'transaction_id'), because: ENTERED },
    {
      what: 'a late booking was given back',
      sql: operatorCharge(`state = 'reversed', ask_at = NULL`, 'late', "transaction_id || ':' || reference"),
      because: `directbilling.suspense_reversed ${ENTERED}: nothing instead of`,
    },
    {
      what: 'its transaction is gone',
      sql: `DELETE FROM direct_billing_transaction WHERE id = '{late}' RETURNING (SELECT reference::text FROM direct_billing_charge WHERE transaction_id = '{late}') AS id`,
      because: 'its transaction {late} is gone',
    },
  ],
  sms_transaction: [
    { what: 'a message was sold for more', sql: message('gross_minor = gross_minor + 1', "'sms:' || id"), because: ENTERED },
    { what: 'its net price is another', sql: message('net_minor = net_minor + 1', "'sms:' || id"), because: ENTERED },
    {
      what: 'the partner’s share of a message is another',
      sql: message('partner_minor = partner_minor - 1', "'sms:' || id"),
      because: ENTERED,
    },
    { what: 'it becomes a test', sql: message('test = true', "'sms:' || id"), because: ENTERED },
    { what: 'another partner has sold it', sql: message(`service_id = '{service}'`, "'sms:' || id"), because: ENTERED },
    {
      what: 'it was sent to a cheaper number',
      sql: message('send_number = 7255'),
      because: 'its send_number is 7255, and its message says 7055',
    },
    { what: 'it was sent at another time', sql: message(`sent_at = sent_at - interval '1 day'`), because: 'its sent_at is' },
    { what: 'another message has paid it', sql: message(`message_id = 'another'`), because: 'its message another is gone' },
    {
      what: 'its message was refused',
      sql: `UPDATE sms_inbound SET outcome = 'pack_empty' WHERE message_id = (SELECT message_id FROM sms_transaction WHERE id = ${FIRST_SMS}) RETURNING ${FIRST_SMS}::text AS id`,
      because: 'its message is pack_empty',
    },
    {
      what: 'its message is gone',
      sql: `DELETE FROM sms_inbound WHERE message_id = (SELECT message_id FROM sms_transaction WHERE id = ${FIRST_SMS}) RETURNING ${FIRST_SMS}::text AS id`,
      because: 'is gone',
    },
  ],
  settlement_line: [
    {
      what: 'a claim is renamed, and its entry settled again',
      sql: `UPDATE settlement_line SET party = 'ing' WHERE entry_id = ${ANY_LINE} RETURNING entry_id::text AS id`,
      because: 'its party is ing, and its settlement is with mbank',
    },
    {
      what: 'a claim is of no batch',
      sql: `INSERT INTO settlement_line (entry_id, party, batch_id) SELECT id, 'ing', 0 FROM ledger_entry WHERE id = ${FIRST_ENTRY} RETURNING entry_id::text AS id`,
      because: 'its batch 0 is of no settlement',
    },
    {
      what: 'an entry is claimed that is not of the period',
      sql: `INSERT INTO settlement_line (entry_id, party, batch_id) SELECT e.id, 'mbank', (SELECT min(batch_id) FROM settlement_line WHERE party = 'mbank') FROM ledger_entry e WHERE kind = 'payout.paid' RETURNING entry_id::text AS id`,
      because: 'its entry is of',
    },
  ],
  settlement_batch: [
    { what: 'a claim is gone', sql: `DELETE FROM settlement_line WHERE entry_id = ${ANY_LINE}`, because: `settlement.settled ${ENTERED}` },
    {
      what: 'a claim is for another entry',
      sql: `UPDATE settlement_line SET entry_id = (SELECT id FROM ledger_entry WHERE kind = 'payout.paid') WHERE entry_id = ${ANY_LINE}`,
      because: `settlement.settled ${ENTERED}`,
    },
    { what: 'a settlement was of test money', sql: settlement('test = true', BOTH), because: `settlement.settled ${ENTERED}` },
  ],
  settlement: [
    { what: 'a settlement is renamed, and done again', sql: settlement(`reference = 'MBANK-2'`), because: OTHER_WORDS },
    { what: 'its period begins earlier', sql: settlement(`from_at = from_at - interval '1 day'`), because: OTHER_WORDS },
    { what: 'somebody else has done it', sql: settlement(`author = 'Nobody'`), because: OTHER_WORDS },
    { what: 'a settlement that is done goes on', sql: settlement(`state = 'open'`), because: 'it is open up to' },
    { what: 'it is done, and has not come to its end', sql: settlement('done_at = from_at'), because: 'it is done up to' },
    { what: 'it had more batches', sql: settlement('batch_count = 2'), because: 'its batch_count is 2, and its batches are 1' },
  ],
  payout: [
    { what: 'a payout was of less', sql: payout('amount_minor = 1'), because: ENTERED },
    {
      what: 'a payout went to another partner',
      sql: payout(`partner_id = (SELECT partner_id FROM service WHERE id = '{sms_service}')`),
      because: ENTERED,
    },
    { what: 'a payout was in another currency', sql: payout(`currency = 'EUR'`), because: ENTERED },
    { what: 'a payout was a test', sql: payout('test = true'), because: ENTERED },
    { what: 'a payout is renamed, and made again', sql: payout(`reference = 'TR-2'`), because: OTHER_WORDS },
    { what: 'somebody else has made it', sql: payout(`author = 'Nobody'`), because: OTHER_WORDS },
    { what: 'it was made earlier', sql: payout(`created_at = created_at - interval '1 day'`), because: 'its entry is of' },
  ],
  ledger_adjustment: [
    { what: 'a correction was of less', sql: adjustment('amount_minor = 1'), because: ENTERED },
    { what: 'a correction went the other way', sql: adjustment('debit = credit, credit = debit'), because: ENTERED },
    { what: 'a correction was of another account', sql: adjustment(`debit = 'platform:vat'`), because: ENTERED },
    {
      what: 'a correction was for another partner',
      sql: adjustment(`partner_id = (SELECT partner_id FROM service WHERE id = '{sms_service}')`),
      because: ENTERED,
    },
    { what: 'it had another reason', sql: adjustment(`reason = 'Salary'`), because: OTHER_WORDS },
    { what: 'somebody else has decided it', sql: adjustment(`author = 'Nobody'`), because: OTHER_WORDS },
    { what: 'a correction is renamed, and made again', sql: adjustment(`reference = 'A-2'`), because: OTHER_WORDS },
    { what: 'a correction was made earlier', sql: adjustment(`created_at = created_at - interval '1 day'`), because: 'its entry is of' },
  ],
  wallet: [
    { what: 'more is pending', sql: 'UPDATE wallet SET pending_minor = pending_minor + 1', because: 'its pending part is' },
    {
      what: 'more is available',
      sql: changed('wallet', 'available_minor = available_minor + 1', `partner_id = '{partner}'`, 'partner_id'),
      because: 'its available part is',
    },
    {
      what: 'nothing is reserved for refunds',
      sql: changed('wallet', 'reserved_minor = 0', `partner_id = '{partner}'`, 'partner_id'),
      because: 'its reserved part is 0',
    },
    {
      what: 'a wallet is gone',
      sql: `DELETE FROM wallet WHERE partner_id = '{partner}' RETURNING partner_id::text AS id`,
      because: 'its available part is 0',
    },
  ],
  ledger_entry: [
    {
      what: 'a settlement was with another party',
      sql: settlement(`party = 'ing'`, 'NULL'),
      because: 'nothing in settlement_batch has caused it',
    },
    {
      what: 'a booked charge becomes one that was refused',
      sql: operatorCharge(`state = 'refused'`, 'payed', 'NULL'),
      because: 'nothing in direct_billing_charge has caused it',
    },
    {
      what: 'a booked charge is gone',
      sql: `DELETE FROM direct_billing_charge WHERE transaction_id = '{payed}'`,
      because: 'nothing in direct_billing_charge has caused it',
    },
    {
      what: 'money that the operator has back is given back again',
      sql: operatorCharge(`state = 'reversal_due', ask_at = now()`, 'late_back', 'NULL'),
      because: 'nothing in direct_billing_charge has caused it',
    },
    {
      what: 'a sold message is gone',
      sql: `DELETE FROM sms_transaction WHERE id = ${FIRST_SMS}`,
      because: 'nothing in sms_transaction has caused it',
    },
    { what: 'a batch of a settlement is gone', sql: 'DELETE FROM settlement_batch', because: 'nothing in settlement_batch has caused it' },
    { what: 'a payout is gone', sql: 'DELETE FROM payout', because: 'nothing in payout has caused it' },
    { what: 'a correction is gone', sql: 'DELETE FROM ledger_adjustment', because: 'nothing in ledger_adjustment has caused it' },
    {
      what: 'both sides of an entry are another amount',
      sql: `UPDATE ledger_posting SET amount_minor = amount_minor * 2 WHERE entry_id = ${FIRST_ENTRY} RETURNING entry_id::text AS id`,
      because: 'it was changed after seal',
    },
    {
      what: 'one side of it is',
      sql: `UPDATE ledger_posting SET amount_minor = amount_minor * 2 WHERE entry_id = ${FIRST_ENTRY} AND line = 1 RETURNING entry_id::text AS id`,
      because: 'do not sum to zero',
    },
    {
      what: 'a posting is gone',
      sql: `DELETE FROM ledger_posting WHERE entry_id = ${FIRST_ENTRY} AND line > 1 RETURNING entry_id::text AS id`,
      because: 'fewer than two postings',
    },
    {
      what: 'an entry is gone with its postings',
      sql: `WITH line AS (DELETE FROM ledger_posting WHERE entry_id = ${FIRST_ENTRY}) DELETE FROM ledger_entry WHERE id = ${FIRST_ENTRY} RETURNING id::text AS id`,
      because: 'it was removed after seal',
    },
    {
      what: 'it was entered at another time',
      sql: entry(`occurred_at = occurred_at - interval '1 day'`),
      because: 'it was changed after seal',
    },
    { what: 'it is of another kind', sql: entry(`kind = 'payment.held'`), because: 'it was changed after seal' },
    { what: 'it is of another payment', sql: entry('reference = id::text'), because: 'it was changed after seal' },
    {
      what: 'an account becomes another',
      sql: `UPDATE ledger_account SET kind = 'platform:rounding' WHERE kind = 'platform:vat' AND test`,
      because: 'it was changed after seal',
    },
    {
      what: 'an entry is added that nothing has caused',
      sql: `WITH made AS (INSERT INTO ledger_entry (id, kind, reference, test, occurred_at, created_xid) VALUES (gen_random_uuid(), 'payment.paid', 'made up', false, now(), pg_current_xact_id()) RETURNING id),
        line AS (INSERT INTO ledger_posting SELECT made.id, n, (SELECT min(id) FROM ledger_account WHERE currency = 'PLN' AND NOT test AND partner_id IS NULL), CASE n WHEN 1 THEN 5 ELSE -5 END, 'PLN' FROM made CROSS JOIN generate_series(1, 2) AS n)
        SELECT id::text AS id FROM made`,
      because: 'nothing in payment_attempt has caused it',
    },
  ],
  ledger_posting: [
    { what: 'test money becomes real', sql: entry('test = NOT test'), because: 'mixes test money with real money' },
    {
      what: 'a posting is in another currency',
      sql: `UPDATE ledger_posting SET currency = 'EUR' WHERE entry_id = ${FIRST_ENTRY} RETURNING entry_id::text AS id`,
      because: 'does not have the currency of an account',
    },
  ],
  ledger_seal: [
    {
      what: 'a seal is made again',
      sql: `UPDATE ledger_seal SET hash = sha256(hash) WHERE number = 1 RETURNING number::text AS id`,
      because: 'its hash does not follow',
    },
    { what: 'a seal is gone', sql: 'DELETE FROM ledger_seal WHERE number = 1', because: 'the seal before it is gone' },
    {
      what: 'the last seal is gone',
      sql: 'DELETE FROM ledger_seal WHERE number = (SELECT max(number) FROM ledger_seal) RETURNING number::text AS id',
      because: 'it is gone',
    },
  ],
};
