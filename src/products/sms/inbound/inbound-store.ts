import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { SmsInbound } from './sms-inbound.entity.js';
import { CLAIM_MESSAGES, MESSAGES } from './claim-statement.js';
import type { InboundOutcome } from './outcome.js';

const CLAIM_MESSAGE = { name: 'sms_inbound_claim', text: CLAIM_MESSAGES };
const SET_OUTCOME = { name: 'sms_inbound_settle', text: 'UPDATE sms_inbound SET outcome = $2, reply = $3 WHERE message_id = $1' };
const SET_REPLY = { name: 'sms_inbound_answer', text: 'UPDATE sms_inbound SET reply = $2 WHERE message_id = $1 AND reply IS NULL' };
const READ_REPLY = { name: 'sms_inbound_reply', text: 'SELECT reply FROM sms_inbound WHERE message_id = $1' };

/** Stores every received message, once per id of the SMS gateway. */
@Injectable()
export class InboundStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Inserts the message. Waits while another transaction inserts the same id. @returns false when the message is a repetition. */
  async claim(executor: EntityManager | DataSource, message: SmsInbound): Promise<boolean> {
    return (await runNamed(executor, CLAIM_MESSAGE, MESSAGES.values([message]))).length > 0;
  }

  /** Stores the outcome and the reply of a message that was claimed without them. */
  async storeOutcome(tx: EntityManager, messageId: string, outcome: InboundOutcome, reply: string): Promise<void> {
    await runNamed(tx, SET_OUTCOME, [messageId, outcome, reply]);
  }

  /** Stores the reply unless the message already has one. @returns the reply that is stored afterwards. */
  async storeReply(messageId: string, reply: string): Promise<string> {
    await runNamed(this.dataSource, SET_REPLY, [messageId, reply]);
    return (await this.findReply(messageId)) ?? reply;
  }

  /** @returns null while the message has no reply. */
  async findReply(messageId: string): Promise<string | null> {
    const [row] = await runNamed<{ reply: string | null }>(this.dataSource, READ_REPLY, [messageId]);
    return row?.reply ?? null;
  }
}
