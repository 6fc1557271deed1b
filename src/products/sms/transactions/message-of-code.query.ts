import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { SmsTransaction } from './sms-transaction.entity.js';

const MESSAGE_COLUMNS = selectionOf(SmsTransaction, ['id', 'sentAt']);

const READ_MESSAGE_OF_CODE = {
  name: 'sms_message_of_code',
  text: `SELECT ${MESSAGE_COLUMNS.columns()} FROM sms_transaction WHERE service_id = $1 AND code = $2 AND code <> ''`,
};

/** Finds the SMS transaction whose reply contained a code of a service. */
@Injectable()
export class MessageOfCodeQuery {
  constructor(private readonly dataSource: DataSource) {}

  async find(serviceId: string, code: string): Promise<RowOf<typeof MESSAGE_COLUMNS> | null> {
    return MESSAGE_COLUMNS.rows(await runNamed<object>(this.dataSource, READ_MESSAGE_OF_CODE, [serviceId, code]))[0] ?? null;
  }
}
