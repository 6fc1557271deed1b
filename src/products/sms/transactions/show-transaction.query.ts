import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf } from '../../../runtime/database/rows/row-selection.js';
import { SMS_TRANSACTION_LIST } from './transaction.list.js';

const DETAIL_COLUMNS = SMS_TRANSACTION_LIST.selection;

const READ_TRANSACTION = {
  name: 'sms_transaction_show',
  text: `SELECT ${DETAIL_COLUMNS.columns()} FROM sms_transaction WHERE id = $1 AND service_id = $2`,
};
/** An id has no sign and no leading zero, and a JSON number can hold it exactly. */
const isTransactionId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

/** Shows one transaction of a service. */
@Injectable()
export class ShowSmsTransactionQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws DomainError TRANSACTION_NOT_FOUND also for a transaction of another service and for a malformed id. */
  async run(serviceId: string, transactionId: string): Promise<RowOf<typeof DETAIL_COLUMNS>> {
    const [row] = DETAIL_COLUMNS.rows(
      isTransactionId(transactionId) ? await runNamed<object>(this.dataSource, READ_TRANSACTION, [transactionId, serviceId]) : [],
    );
    if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
    return row;
  }
}
