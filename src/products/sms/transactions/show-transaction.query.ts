import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf } from '../../../runtime/database/rows/row-selection.js';
import { SMS_TRANSACTION_LIST } from './transaction.list.js';

const SHOWN = SMS_TRANSACTION_LIST.selection;

const READ = {
  name: 'sms_transaction_show',
  text: `SELECT ${SHOWN.columns()} FROM sms_transaction WHERE id = $1 AND service_id = $2`,
};
/** An id has no sign and no leading zero, and a JSON number can hold it exactly. */
const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

@Injectable()
export class ShowSmsTransactionQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws DomainError TRANSACTION_NOT_FOUND also for a transaction of another service and for a malformed id. */
  async run(serviceId: string, transactionId: string): Promise<RowOf<typeof SHOWN>> {
    const [row] = SHOWN.rows(isId(transactionId) ? await runNamed<object>(this.dataSource, READ, [transactionId, serviceId]) : []);
    if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
    return row;
  }
}
