import { updateReturningId, type Tamper } from './tamper.js';

const sale = (set: string, name: string): string => updateReturningId('direct_billing_transaction', set, `id = '{${name}}'`);
const operatorCharge = (set: string, name: string, id = 'reference'): string =>
  updateReturningId('direct_billing_charge', set, `transaction_id = '{${name}}'`, id);
const FIRST_SMS = '(SELECT min(id) FROM sms_transaction)';
const message = (set: string, id = 'id'): string => updateReturningId('sms_transaction', set, `id = ${FIRST_SMS}`, id);
const settlement = (set: string, id = 'id'): string => updateReturningId('settlement', set, `reference = 'MBANK-1'`, id);
const payout = (set: string): string => updateReturningId('payout', set, 'true');
const adjustment = (set: string): string => updateReturningId('ledger_adjustment', set, `reference = 'A-1'`);
const proposal = (set: string, reference: string): string => updateReturningId('ledger_proposal', set, `reference = '${reference}'`);
const FIRST_ENTRY = `(SELECT id FROM ledger_entry WHERE kind = 'payment.paid' ORDER BY id LIMIT 1)`;
const entry = (set: string): string => updateReturningId('ledger_entry', set, `id = ${FIRST_ENTRY}`);
const FIRST_LINE_ENTRY_ID = "(SELECT entry_id FROM settlement_line WHERE provider = 'mbank' ORDER BY entry_id LIMIT 1)";

const POSTINGS_DIFFER = 'do not match its row';
const ID_MISMATCH = 'its id does not match its content';
const FIRST_BATCH_REFERENCE = "id || ':1'";

export const OTHERS: Record<string, readonly Omit<Tamper, 'names'>[]> = {
  direct_billing_transaction: [
    {
      what: 'a DirectBilling transaction becomes payed',
      sql: sale(`status = 'transaction_db_payed'`, 'confirmed'),
      because: 'its status is transaction_db_payed, and its charge',
    },
    {
      what: 'a rejected transaction becomes payed',
      sql: sale(`status = 'transaction_db_payed'`, 'late'),
      because: 'no charge of it was accepted or booked',
    },
    {
      what: 'a payed transaction becomes rejected',
      sql: sale(`status = 'transaction_db_rejected'`, 'payed'),
      because: 'its status is transaction_db_rejected, and its charge',
    },
    { what: 'a transaction’s gross price is more', sql: sale('gross_minor = gross_minor + 100', 'payed'), because: 'its gross_minor is' },
    { what: 'a transaction’s net price is more', sql: sale('net_minor = net_minor + 1', 'payed'), because: 'its net_minor is' },
    {
      what: 'the partner’s share of a transaction is less',
      sql: sale('partner_minor = partner_minor - 1', 'payed'),
      because: 'its partner_minor is',
    },
    {
      what: 'a transaction is of another operator',
      sql: sale(`operator = 'play'`, 'payed'),
      because: 'its operator is play, and its charge has orange',
    },
    { what: 'a transaction’s test money becomes real', sql: sale('test = false', 'payed'), because: 'its test is false' },
    {
      what: 'a confirmed transaction becomes new',
      sql: sale(`status = 'transaction_db_new'`, 'confirmed'),
      because: 'its status is transaction_db_new, and its charge',
    },
    {
      what: 'a rejected transaction becomes confirmed',
      sql: sale(`status = 'transaction_db_confirmed'`, 'late'),
      because: 'no charge of it was accepted or booked',
    },
    {
      what: 'a rejected transaction becomes new',
      sql: sale(`status = 'transaction_db_new'`, 'late'),
      because: 'its history ends with transaction_db_rejected',
    },
  ],
  direct_billing_charge: [
    {
      what: 'a charge’s gross price is more',
      sql: operatorCharge('gross_minor = gross_minor + 1', 'payed', 'transaction_id'),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'the partner’s share of a charge is less',
      sql: operatorCharge('partner_minor = partner_minor - 1', 'payed', 'transaction_id'),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a charge is of another operator',
      sql: operatorCharge(`operator = 'play'`, 'payed', 'transaction_id'),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a late booking was reversed',
      sql: operatorCharge(`state = 'reversed', next_poll_at = NULL`, 'late', "transaction_id || ':' || reference"),
      because: `directbilling.suspense_reversed ${POSTINGS_DIFFER}: nothing instead of`,
    },
    {
      what: 'the transaction of a charge is deleted',
      sql: `DELETE FROM direct_billing_transaction WHERE id = '{late}' RETURNING (SELECT reference::text FROM direct_billing_charge WHERE transaction_id = '{late}') AS id`,
      because: 'its transaction {late} does not exist',
    },
    {
      what: 'the transaction of a charge gets a service that does not exist',
      sql: `UPDATE direct_billing_transaction SET service_id = 'nosuch00' WHERE id = '{late}' RETURNING (SELECT reference::text FROM direct_billing_charge WHERE transaction_id = '{late}') AS id`,
      because: 'its service nosuch00 does not exist',
    },
    {
      what: 'the transaction of a booked charge is deleted',
      sql: `DELETE FROM direct_billing_transaction WHERE id = '{payed}' RETURNING id`,
      because: 'its postings of directbilling.payed do not match its row',
    },
  ],
  sms_transaction: [
    { what: 'a message’s gross price is more', sql: message('gross_minor = gross_minor + 1', "'sms:' || id"), because: POSTINGS_DIFFER },
    { what: 'a message’s net price is more', sql: message('net_minor = net_minor + 1', "'sms:' || id"), because: POSTINGS_DIFFER },
    {
      what: 'the partner’s share of a message is less',
      sql: message('partner_minor = partner_minor - 1', "'sms:' || id"),
      because: POSTINGS_DIFFER,
    },
    { what: 'a message becomes test money', sql: message('test = true', "'sms:' || id"), because: POSTINGS_DIFFER },
    {
      what: 'a message is of another partner’s service',
      sql: message(`service_id = '{service}'`, "'sms:' || id"),
      because: POSTINGS_DIFFER,
    },
    {
      what: 'a message was sent to a cheaper number',
      sql: message('send_number = 7255'),
      because: 'its send_number is 7255, and its message has 7055',
    },
    { what: 'a message was sent at another time', sql: message(`sent_at = sent_at - interval '1 day'`), because: 'its sent_at is' },
    { what: 'a transaction is of another message', sql: message(`message_id = 'another'`), because: 'its message another does not exist' },
    {
      what: 'the message of a transaction becomes rejected',
      sql: `UPDATE sms_inbound SET outcome = 'pack_empty' WHERE message_id = (SELECT message_id FROM sms_transaction WHERE id = ${FIRST_SMS}) RETURNING ${FIRST_SMS}::text AS id`,
      because: 'its message is pack_empty',
    },
    {
      what: 'the message of a transaction is deleted',
      sql: `DELETE FROM sms_inbound WHERE message_id = (SELECT message_id FROM sms_transaction WHERE id = ${FIRST_SMS}) RETURNING ${FIRST_SMS}::text AS id`,
      because: 'does not exist',
    },
  ],
  settlement_line: [
    {
      what: 'a settlement line is of another provider, so that its entry could be settled again',
      sql: `UPDATE settlement_line SET provider = 'ing' WHERE entry_id = ${FIRST_LINE_ENTRY_ID} RETURNING entry_id::text AS id`,
      because: 'its provider is ing, and its settlement has mbank',
    },
    {
      what: 'a settlement line without a batch is added',
      sql: `INSERT INTO settlement_line (entry_id, provider, batch_id) SELECT id, 'ing', 0 FROM ledger_entry WHERE id = ${FIRST_ENTRY} RETURNING entry_id::text AS id`,
      because: 'its batch 0 belongs to no settlement',
    },
    {
      what: 'a settlement line of an entry outside of the period is added',
      sql: `INSERT INTO settlement_line (entry_id, provider, batch_id) SELECT e.id, 'mbank', (SELECT min(batch_id) FROM settlement_line WHERE provider = 'mbank') FROM ledger_entry e WHERE kind = 'payout.paid' RETURNING entry_id::text AS id`,
      because: 'its entry is from',
    },
  ],
  settlement_batch: [
    {
      what: 'a settlement line is deleted',
      sql: `DELETE FROM settlement_line WHERE entry_id = ${FIRST_LINE_ENTRY_ID}`,
      because: `settlement.settled ${POSTINGS_DIFFER}`,
    },
    {
      what: 'a settlement line is of another entry',
      sql: `UPDATE settlement_line SET entry_id = (SELECT id FROM ledger_entry WHERE kind = 'payout.paid') WHERE entry_id = ${FIRST_LINE_ENTRY_ID}`,
      because: `settlement.settled ${POSTINGS_DIFFER}`,
    },
    {
      what: 'a settlement becomes test money',
      sql: settlement('test = true', FIRST_BATCH_REFERENCE),
      because: `settlement.settled ${POSTINGS_DIFFER}`,
    },
  ],
  settlement: [
    {
      what: 'a settlement gets another reference, so that it could be repeated',
      sql: settlement(`reference = 'MBANK-2'`),
      because: ID_MISMATCH,
    },
    { what: 'a settlement’s period begins earlier', sql: settlement(`from_at = from_at - interval '1 day'`), because: ID_MISMATCH },
    { what: 'a settlement has another author', sql: settlement(`author = 'Nobody'`), because: ID_MISMATCH },
    { what: 'a settlement that is done becomes open', sql: settlement(`state = 'open'`), because: 'it is open up to' },
    { what: 'a settlement is done before the end of its period', sql: settlement('done_at = from_at'), because: 'it is done up to' },
    {
      what: 'a settlement’s number of batches is more',
      sql: settlement('batch_count = 2'),
      because: 'its batch_count is 2, and the number of its batches is 1',
    },
  ],
  ledger_proposal: [
    { what: 'an approved proposal has another amount', sql: proposal('amount_minor = 1', 'P-1'), because: ID_MISMATCH },
    { what: 'a proposal has another author', sql: proposal(`author = 'Nobody'`, 'P-1'), because: ID_MISMATCH },
    {
      what: 'an approved proposal is by the person who approved it, with a higher limit',
      sql: proposal('proposed_by = decided_by, limit_minor = 1000', 'P-1'),
      because: ID_MISMATCH,
    },
    {
      what: 'a proposal was made at another time',
      sql: proposal(`proposed_at = proposed_at - interval '1 day'`, 'P-1'),
      because: ID_MISMATCH,
    },
    {
      what: 'a refused proposal becomes approved',
      sql: proposal(`state = 'approved', decision_reason = NULL`, 'P-2'),
      because: 'it was approved, and there is no matching manual entry with the reference P-2',
    },
  ],
  payout: [
    { what: 'a payout’s amount is less', sql: payout('amount_minor = 1'), because: POSTINGS_DIFFER },
    {
      what: 'a payout went to another partner',
      sql: payout(`partner_id = (SELECT partner_id FROM service WHERE id = '{sms_service}')`),
      because: POSTINGS_DIFFER,
    },
    { what: 'a payout is in another currency', sql: payout(`currency = 'EUR'`), because: POSTINGS_DIFFER },
    { what: 'a payout becomes test money', sql: payout('test = true'), because: POSTINGS_DIFFER },
    { what: 'a payout gets another reference, so that it could be repeated', sql: payout(`reference = 'TR-2'`), because: ID_MISMATCH },
    { what: 'a payout has another author', sql: payout(`author = 'Nobody'`), because: ID_MISMATCH },
    { what: 'a payout was made earlier', sql: payout(`created_at = created_at - interval '1 day'`), because: 'its entry is from' },
  ],
  ledger_adjustment: [
    { what: 'an adjustment’s amount is less', sql: adjustment('amount_minor = 1'), because: POSTINGS_DIFFER },
    { what: 'an adjustment’s accounts are swapped', sql: adjustment('debit = credit, credit = debit'), because: POSTINGS_DIFFER },
    { what: 'an adjustment is of another account', sql: adjustment(`debit = 'platform:vat'`), because: POSTINGS_DIFFER },
    {
      what: 'an adjustment is of another partner',
      sql: adjustment(`partner_id = (SELECT partner_id FROM service WHERE id = '{sms_service}')`),
      because: POSTINGS_DIFFER,
    },
    { what: 'an adjustment has another reason', sql: adjustment(`reason = 'Salary'`), because: ID_MISMATCH },
    { what: 'an adjustment has another author', sql: adjustment(`author = 'Nobody'`), because: ID_MISMATCH },
    {
      what: 'an adjustment gets another reference, so that it could be repeated',
      sql: adjustment(`reference = 'A-2'`),
      because: ID_MISMATCH,
    },
    { what: 'an adjustment was made earlier', sql: adjustment(`created_at = created_at - interval '1 day'`), because: 'its entry is from' },
  ],
  wallet: [
    { what: 'a wallet’s pending part is more', sql: 'UPDATE wallet SET pending_minor = pending_minor + 1', because: 'its pending part is' },
    {
      what: 'a wallet’s available part is more',
      sql: updateReturningId('wallet', 'available_minor = available_minor + 1', `partner_id = '{partner}'`, 'partner_id'),
      because: 'its available part is',
    },
    {
      what: 'a wallet’s reserved part is 0',
      sql: updateReturningId('wallet', 'reserved_minor = 0', `partner_id = '{partner}'`, 'partner_id'),
      because: 'its reserved part is 0',
    },
    {
      what: 'a wallet is deleted',
      sql: `DELETE FROM wallet WHERE partner_id = '{partner}' RETURNING partner_id::text AS id`,
      because: 'its available part is 0',
    },
  ],
  wallet_line: [
    {
      what: 'a line of the partner’s statement is deleted',
      sql: `DELETE FROM wallet_line WHERE entry_id IN (SELECT entry_id FROM wallet_line LIMIT 1)`,
      because: 'lines that sum to',
    },
    {
      what: 'a line of the partner’s statement has another amount',
      sql: 'UPDATE wallet_line SET amount_minor = amount_minor - 1',
      because: 'lines that sum to',
    },
  ],
  ledger_entry: [
    {
      what: 'a settlement has another provider',
      sql: settlement(`provider = 'ing'`, 'NULL'),
      because: 'no row of settlement_batch has caused it',
    },
    {
      what: 'a booked charge becomes refused',
      sql: operatorCharge(`state = 'refused'`, 'payed', 'NULL'),
      because: 'no row of direct_billing_charge has caused it',
    },
    {
      what: 'a booked charge is deleted',
      sql: `DELETE FROM direct_billing_charge WHERE transaction_id = '{payed}'`,
      because: 'no row of direct_billing_charge has caused it',
    },
    {
      what: 'a reversed booking becomes due for reversal again',
      sql: operatorCharge(`state = 'reversal_due', next_poll_at = now()`, 'late_back', 'NULL'),
      because: 'no row of direct_billing_charge has caused it',
    },
    {
      what: 'a sold message is deleted',
      sql: `DELETE FROM sms_transaction WHERE id = ${FIRST_SMS}`,
      because: 'no row of sms_transaction has caused it',
    },
    {
      what: 'a batch of a settlement is deleted',
      sql: 'DELETE FROM settlement_batch',
      because: 'no row of settlement_batch has caused it',
    },
    { what: 'a payout is deleted', sql: 'DELETE FROM payout', because: 'no row of payout has caused it' },
    {
      what: 'an adjustment is deleted',
      sql: `DELETE FROM ledger_adjustment WHERE reference = 'A-1'`,
      because: 'no row of ledger_adjustment has caused it',
    },
    {
      what: 'all postings of an entry are doubled',
      sql: `UPDATE ledger_posting SET amount_minor = amount_minor * 2 WHERE entry_id = ${FIRST_ENTRY} RETURNING entry_id::text AS id`,
      because: 'it was changed after seal',
    },
    {
      what: 'one posting of an entry is doubled',
      sql: `UPDATE ledger_posting SET amount_minor = amount_minor * 2 WHERE entry_id = ${FIRST_ENTRY} AND line = 1 RETURNING entry_id::text AS id`,
      because: 'do not sum to zero',
    },
    {
      what: 'a posting is deleted',
      sql: `DELETE FROM ledger_posting WHERE entry_id = ${FIRST_ENTRY} AND line > 1 RETURNING entry_id::text AS id`,
      because: 'fewer than two postings',
    },
    {
      what: 'an entry is deleted with its postings',
      sql: `WITH line AS (DELETE FROM ledger_posting WHERE entry_id = ${FIRST_ENTRY}) DELETE FROM ledger_entry WHERE id = ${FIRST_ENTRY} RETURNING id::text AS id`,
      because: 'it was removed after seal',
    },
    {
      what: 'an entry has another time',
      sql: entry(`occurred_at = occurred_at - interval '1 day'`),
      because: 'it was changed after seal',
    },
    { what: 'an entry is of another kind', sql: entry(`kind = 'payment.held'`), because: 'it was changed after seal' },
    { what: 'an entry has another reference', sql: entry('reference = id::text'), because: 'it was changed after seal' },
    {
      what: 'an account is of another kind',
      sql: `UPDATE ledger_account SET kind = 'platform:rounding' WHERE kind = 'platform:vat' AND test`,
      because: 'it was changed after seal',
    },
    {
      what: 'an entry is added that no row has caused',
      sql: `WITH made AS (INSERT INTO ledger_entry (id, kind, reference, test, occurred_at, created_xid) VALUES (gen_random_uuid(), 'payment.paid', 'made up', false, now(), pg_current_xact_id()) RETURNING id),
        line AS (INSERT INTO ledger_posting SELECT made.id, n, (SELECT min(id) FROM ledger_account WHERE currency = 'PLN' AND NOT test AND partner_id IS NULL), CASE n WHEN 1 THEN 5 ELSE -5 END, 'PLN' FROM made CROSS JOIN generate_series(1, 2) AS n)
        SELECT id::text AS id FROM made`,
      because: 'no row of payment_attempt has caused it',
    },
  ],
  ledger_posting: [
    { what: 'an entry’s test money becomes real', sql: entry('test = NOT test'), because: 'mixes test money with real money' },
    {
      what: 'a posting is in another currency',
      sql: `UPDATE ledger_posting SET currency = 'EUR' WHERE entry_id = ${FIRST_ENTRY} RETURNING entry_id::text AS id`,
      because: 'does not have the currency of an account',
    },
  ],
  ledger_seal: [
    {
      what: 'a seal’s hash is changed',
      sql: `UPDATE ledger_seal SET hash = sha256(hash) WHERE number = 1 RETURNING number::text AS id`,
      because: 'its hash does not follow',
    },
    { what: 'a seal is deleted', sql: 'DELETE FROM ledger_seal WHERE number = 1', because: 'the seal before it is missing' },
    {
      what: 'the last seal is deleted',
      sql: 'DELETE FROM ledger_seal WHERE number = (SELECT max(number) FROM ledger_seal) RETURNING number::text AS id',
      because: 'it is missing',
    },
  ],
};
