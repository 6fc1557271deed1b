import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EVERY_SERVICE, serviceInScopeSql, type ServiceScope } from '../../../platform/listing/service-scope.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { SmsTransaction } from '../transactions/sms-transaction.entity.js';
import type { InboundOutcome } from './outcome.js';
import { SmsInbound } from './sms-inbound.entity.js';

const MESSAGE_COLUMNS = selectionOf(SmsInbound, [
  'messageId',
  'fromNumber',
  'sendNumber',
  'text',
  'receivedAt',
  'test',
  'outcome',
  'serviceId',
  'reply',
]);

/** A received message, for staff. */
export interface ReceivedMessage extends RowOf<typeof MESSAGE_COLUMNS> {
  /** null when the message was rejected. */
  transactionId: SmsTransaction['id'] | null;
}

interface InboundFilter {
  /** `refused` selects every outcome except `matched`. */
  outcome?: InboundOutcome | 'refused';
  serviceId?: string;
  /** Only messages for one of these services. null selects all messages. */
  serviceIds?: readonly string[] | null;
  limit: number;
}

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
const TEXT_COLUMNS = selectionOf(SmsInbound, ['text', 'reply']);

/** State of the partner call. All are null when the transaction has no partner call. */
interface InspectedCall {
  callState: string | null;
  callAttempts: number | null;
  callProblem: string | null;
  nextCallAt: Date | null;
}

/** A transaction with its message and its partner call; amounts in minor units of PLN. */
export type InspectedSmsTransaction = RowOf<typeof TRANSACTION_COLUMNS> & RowOf<typeof TEXT_COLUMNS> & InspectedCall;

/** Reads received messages and their transactions, for staff. */
@Injectable()
export class InboundQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first, including rejected messages. */
  async messages({ outcome, serviceId, serviceIds, limit }: InboundFilter): Promise<ReceivedMessage[]> {
    const rows = await this.dataSource.query<Pick<ReceivedMessage, 'transactionId'>[]>(
      `SELECT ${MESSAGE_COLUMNS.columns('i')}, t.id AS "transactionId"
       FROM sms_inbound i LEFT JOIN sms_transaction t ON t.message_id = i.message_id
       WHERE ($1::text IS NULL OR i.outcome = $1 OR ($1 = 'refused' AND i.outcome <> 'matched')) AND ($2::text IS NULL OR i.service_id = $2)
         AND ($4::text[] IS NULL OR i.service_id = ANY ($4))
       ORDER BY i.received_at DESC, i.message_id DESC LIMIT $3`,
      [outcome ?? null, serviceId ?? null, limit, serviceIds ?? null],
    );
    return MESSAGE_COLUMNS.rows(rows);
  }

  /** All stored data about one transaction. @returns null when there is no such transaction in the scope. */
  async inspectedTransaction(
    transactionId: number,
    { partnerId, serviceIds }: ServiceScope = EVERY_SERVICE,
  ): Promise<InspectedSmsTransaction | null> {
    const rows = await this.dataSource.query<InspectedCall[]>(
      `SELECT ${TRANSACTION_COLUMNS.columns('t')}, ${TEXT_COLUMNS.columns('i')},
              c.state AS "callState", c.attempts AS "callAttempts", c.last_problem AS "callProblem", c.next_attempt_at AS "nextCallAt"
       FROM sms_transaction t JOIN sms_inbound i ON i.message_id = t.message_id LEFT JOIN sms_partner_call c ON c.transaction_id = t.id WHERE t.id = $1
         AND ${serviceInScopeSql('t.service_id', '$2', '$3')}`,
      [transactionId, partnerId, serviceIds],
    );
    return TEXT_COLUMNS.rows(TRANSACTION_COLUMNS.rows(rows))[0] ?? null;
  }
}
