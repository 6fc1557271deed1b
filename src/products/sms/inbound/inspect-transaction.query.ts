import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EVERY_SERVICE, serviceInScopeSql, type ServiceScope } from '../../../platform/listing/service-scope.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { SmsInbound } from './sms-inbound.entity.js';
import { SmsTransaction } from '../transactions/sms-transaction.entity.js';

const TRANSACTION_COLUMNS = selectionOf(SmsTransaction, [
  'id',
  'serviceId',
  'messageId',
  'fromNumber',
  'sendNumber',
  'code',
  'usedAt',
  'test',
  'grossMinor',
  'netMinor',
  'partnerMinor',
  'sentAt',
  'createdAt',
]);
const MESSAGE_COLUMNS = selectionOf(SmsInbound, ['text', 'reply']);

/** State of the partner call. All are null when the transaction has no partner call. */
interface InspectedCall {
  callState: string | null;
  callAttempts: number | null;
  callProblem: string | null;
  nextCallAt: Date | null;
}

/** A transaction with its message and its partner call; amounts in minor units of PLN. */
export type InspectedSmsTransaction = RowOf<typeof TRANSACTION_COLUMNS> & RowOf<typeof MESSAGE_COLUMNS> & InspectedCall;

/** Reads all stored data about one transaction, for staff. */
@Injectable()
export class InspectSmsTransactionQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns null when there is no such transaction in the scope. */
  async run(transactionId: number, { partnerId, serviceIds }: ServiceScope = EVERY_SERVICE): Promise<InspectedSmsTransaction | null> {
    const rows = await this.dataSource.query<InspectedCall[]>(
      `SELECT ${TRANSACTION_COLUMNS.columns('t')}, ${MESSAGE_COLUMNS.columns('i')},
              c.state AS "callState", c.attempts AS "callAttempts", c.last_problem AS "callProblem", c.next_attempt_at AS "nextCallAt"
       FROM sms_transaction t JOIN sms_inbound i ON i.message_id = t.message_id LEFT JOIN sms_partner_call c ON c.transaction_id = t.id WHERE t.id = $1
         AND ${serviceInScopeSql('t.service_id', '$2', '$3')}`,
      [transactionId, partnerId, serviceIds],
    );
    return MESSAGE_COLUMNS.rows(TRANSACTION_COLUMNS.rows(rows))[0] ?? null;
  }
}
