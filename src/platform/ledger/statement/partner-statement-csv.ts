import { csv } from '../../../common/csv.js';
import { formatAmount } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import type { PartnerLine } from './partner-statement.query.js';
import { transactionOf } from './transaction-of.js';

const COLUMNS = ['test', 'currency', 'account', 'occurred_at', 'line', 'transaction_id', 'reference', 'amount', 'balance'];
const LINES_PER_PART = 200;

type CsvRow = Parameters<typeof csv>[0][number];

/** A partner's statement as CSV, in parts. The command line and the API send the same bytes. */
export async function* partnerStatementCsv(lines: AsyncIterable<PartnerLine>, zone: string): AsyncGenerator<string> {
  let rows: CsvRow[] = [COLUMNS];
  for await (const line of lines) {
    rows.push(toRow(line, zone));
    if (rows.length < LINES_PER_PART) continue;
    yield csv(rows);
    rows = [];
  }
  yield csv(rows);
}

function toRow({ test, currency, account, occurredAt, line, reference, amountMinor, balanceMinor }: PartnerLine, zone: string): CsvRow {
  const timestamp = occurredAt && formatTimestamp(occurredAt, zone);
  const amount = amountMinor === null ? null : formatAmount(amountMinor);
  return [test, currency, account, timestamp, line, transactionOf(line, reference), reference, amount, formatAmount(balanceMinor)];
}
