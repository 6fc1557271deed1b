import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { runNamed } from '../../database/named-query.js';
import type { InboundMessage } from './inbound-message.js';
import type { InboundOutcome } from './outcome.js';

export interface InboundRecord {
  message: InboundMessage;
  outcome: InboundOutcome;
  serviceId: string | null;
  /** Null while it is not known yet. */
  reply: string | null;
  test: boolean;
  at: Date;
}

const CLAIM = {
  name: 'sms_inbound_claim',
  text: `INSERT INTO sms_inbound (message_id, from_number, send_number, text, sent_at, received_at, test, outcome, service_id, reply)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (message_id) DO NOTHING RETURNING 1 AS claimed`,
};
const SETTLE = { name: 'sms_inbound_settle', text: 'UPDATE sms_inbound SET outcome = $2, reply = $3 WHERE message_id = $1' };
const ANSWER = { name: 'sms_inbound_answer', text: 'UPDATE sms_inbound SET reply = $2 WHERE message_id = $1 AND reply IS NULL' };
const READ = { name: 'sms_inbound_reply', text: 'SELECT reply FROM sms_inbound WHERE message_id = $1' };

/** Every message that arrived, once for each of its gateway's ids. */
@Injectable()
export class InboundStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Writes the message down. Those who come with the same id at the same time wait here. @returns false when it came before. */
  async claim(on: EntityManager | DataSource, { message, outcome, serviceId, reply, test, at }: InboundRecord): Promise<boolean> {
    const { id, from, to, text, sentAt } = message;
    return (await runNamed(on, CLAIM, [id, from, to, text, sentAt ?? at, at, test, outcome, serviceId, reply])).length > 0;
  }

  async settle(tx: EntityManager, messageId: string, outcome: InboundOutcome, reply: string): Promise<void> {
    await runNamed(tx, SETTLE, [messageId, outcome, reply]);
  }

  /** Fixes the reply unless there is one. @returns the one that stands. */
  async answer(messageId: string, reply: string): Promise<string> {
    await runNamed(this.dataSource, ANSWER, [messageId, reply]);
    return (await this.reply(messageId)) ?? reply;
  }

  async reply(messageId: string): Promise<string | null> {
    const [row] = await runNamed<{ reply: string | null }>(this.dataSource, READ, [messageId]);
    return row?.reply ?? null;
  }
}
