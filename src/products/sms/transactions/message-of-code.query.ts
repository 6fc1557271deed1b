import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { SmsTransaction } from './sms-transaction.entity.js';

const MESSAGE = selectionOf(SmsTransaction, ['id', 'sentAt']);

const READ = {
  name: 'sms_message_of_code',
  text: `SELECT ${MESSAGE.columns()} FROM sms_transaction WHERE service_id = $1 AND code = $2 AND code <> ''`,
};

/** Finds the transaction in which a code of a service was sold. */
@Injectable()
export class MessageOfCodeQuery {
  constructor(private readonly dataSource: DataSource) {}

  async of(serviceId: string, code: string): Promise<RowOf<typeof MESSAGE> | null> {
    return MESSAGE.rows(await runNamed<object>(this.dataSource, READ, [serviceId, code]))[0] ?? null;
  }
}
