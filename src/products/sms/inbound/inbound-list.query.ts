import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { SmsInbound } from './sms-inbound.entity.js';
import type { SmsTransaction } from '../transactions/sms-transaction.entity.js';
import type { InboundOutcome } from './outcome.js';

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

export interface InboundFilter {
  /** `refused` selects every outcome except `matched`. */
  outcome?: InboundOutcome | 'refused';
  serviceId?: string;
  /** Only messages for one of these services. null selects all messages. */
  serviceIds?: readonly string[] | null;
  limit: number;
}

/** Lists received messages, newest first, including rejected ones. */
@Injectable()
export class InboundListQuery {
  constructor(private readonly dataSource: DataSource) {}

  async run({ outcome, serviceId, serviceIds, limit }: InboundFilter): Promise<ReceivedMessage[]> {
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
}
