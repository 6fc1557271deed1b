import type { EntryCheck } from '../../platform/products/entry-check.js';
import { BIGINT_KEY } from '../../runtime/database/rows/row-batches.js';
import { salePostings } from '../../platform/ledger/sale-postings.js';

/** The ledger entry that each SMS transaction must have. */
export const SMS_TRANSACTION_ENTRY_CHECK: EntryCheck = {
  kinds: ['sms.received'],
  table: 'sms_transaction',
  key: { column: 'id', ...BIGINT_KEY },
  postings: salePostings(
    {
      kind: 'sms.received',
      reference: "'sms:' || t.id",
      clearing: "'sms'",
      partnerId: 's.partner_id',
      gross: 't.gross_minor',
      net: 't.net_minor',
      partner: 't.partner_minor',
      test: 't.test',
    },
    { from: 'sms_transaction t JOIN service s ON s.id = t.service_id', where: 't.id >= $1 AND t.id < $2' },
  ),
};
