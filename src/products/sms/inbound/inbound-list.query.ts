import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { InboundOutcome } from './outcome.js';

/** A received message as support sees it. */
export interface ReceivedMessage {
  messageId: string;
  from: string;
  sendNumber: string;
  text: string;
  receivedAt: Date;
  test: boolean;
  outcome: InboundOutcome;
  serviceId: string | null;
  /** Null unless it was sold. */
  transactionId: string | null;
  /** Null while a partner's answer is waited for. */
  reply: string | null;
}

export interface InboundFilter {
  /** `refused` is everything but `matched`. */
  outcome?: InboundOutcome | 'refused';
  serviceId?: string;
  limit: number;
}

/** Messages as they arrived, newest first, also those no service was found for. */
@Injectable()
export class InboundListQuery {
  constructor(private readonly dataSource: DataSource) {}

  async run({ outcome, serviceId, limit }: InboundFilter): Promise<ReceivedMessage[]> {
    return this.dataSource.query<ReceivedMessage[]>(
      `SELECT i.message_id AS "messageId", i.from_number AS "from", i.send_number AS "sendNumber", i.text, i.received_at AS "receivedAt", i.test,
              i.outcome, i.service_id AS "serviceId", t.id AS "transactionId", i.reply
       FROM sms_inbound i LEFT JOIN sms_transaction t ON t.message_id = i.message_id
       WHERE ($1::text IS NULL OR i.outcome = $1 OR ($1 = 'refused' AND i.outcome <> 'matched')) AND ($2::text IS NULL OR i.service_id = $2)
       ORDER BY i.received_at DESC, i.message_id DESC LIMIT $3`,
      [outcome ?? null, serviceId ?? null, limit],
    );
  }
}
