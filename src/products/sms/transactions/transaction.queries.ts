import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { matching, searchNewest, type SearchScope } from '../../../platform/listing/search-newest.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { SmsTransaction } from './sms-transaction.entity.js';
import { SMS_TRANSACTION_LIST } from './transaction.list.js';

const DETAIL_COLUMNS = SMS_TRANSACTION_LIST.selection;
const READ_TRANSACTION = {
  name: 'sms_transaction_show',
  text: `SELECT ${DETAIL_COLUMNS.columns()} FROM sms_transaction WHERE id = $1 AND service_id = $2`,
};
/** An id has no sign and no leading zero, and a JSON number can hold it exactly. */
const isTransactionId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

const MESSAGE_COLUMNS = selectionOf(SmsTransaction, ['id', 'sentAt']);
const READ_MESSAGE_OF_CODE = {
  name: 'sms_message_of_code',
  text: `SELECT ${MESSAGE_COLUMNS.columns()} FROM sms_transaction WHERE service_id = $1 AND code = $2 AND code <> ''`,
};

const LISTED_COLUMNS = selectionOf(SmsTransaction, ['id', 'serviceId', 'usedAt', 'grossMinor', 'sendNumber', 'fromNumber', 'createdAt']);

export interface SmsSearch extends SearchScope {
  /** Digits with the country code. */
  fromNumber: string | null;
  used: boolean | null;
  /** The short number to which the message was sent. */
  sendNumber: number | null;
  grossMinor: number | null;
  id?: string | null;
  /** The code that the payer received. */
  code?: string | null;
}

/** Reads SMS transactions: for partners those of one service, and for staff those of any service. */
@Injectable()
export class SmsTransactionQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws DomainError TRANSACTION_NOT_FOUND also for a transaction of another service and for a malformed id. */
  async transaction(serviceId: string, transactionId: string): Promise<RowOf<typeof DETAIL_COLUMNS>> {
    const [row] = DETAIL_COLUMNS.rows(
      isTransactionId(transactionId) ? await runNamed<object>(this.dataSource, READ_TRANSACTION, [transactionId, serviceId]) : [],
    );
    if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
    return row;
  }

  /** The message whose reply contained a code of a service. */
  async messageOfCode(serviceId: string, code: string): Promise<RowOf<typeof MESSAGE_COLUMNS> | null> {
    return MESSAGE_COLUMNS.rows(await runNamed<object>(this.dataSource, READ_MESSAGE_OF_CODE, [serviceId, code]))[0] ?? null;
  }

  /** Newest first. */
  newestMatching(search: SmsSearch): Promise<RowOf<typeof LISTED_COLUMNS>[]> {
    return searchNewest(this.dataSource, 'sms', LISTED_COLUMNS, search, [
      matching('t.id = ?', search.id ?? null),
      matching("t.code = ? AND t.code <> ''", search.code ?? null),
      matching('t.from_number = ?', search.fromNumber),
      matching('t.send_number = ?', search.sendNumber),
      matching('t.gross_minor = ?', search.grossMinor),
      matching('(t.used_at IS NOT NULL) = ?', search.used),
    ]);
  }
}
