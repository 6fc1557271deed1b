import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { SmsInbound } from './sms-inbound.entity.js';
import { CLAIM_MESSAGES, MESSAGES } from './claim-statement.js';
import type { InboundOutcome } from './outcome.js';

const CLAIM = { name: 'sms_inbound_claim', text: CLAIM_MESSAGES };
const SETTLE = { name: 'sms_inbound_settle', text: 'UPDATE sms_inbound SET outcome = $2, reply = $3 WHERE message_id = $1' };
const ANSWER = { name: 'sms_inbound_answer', text: 'UPDATE sms_inbound SET reply = $2 WHERE message_id = $1 AND reply IS NULL' };
const READ = { name: 'sms_inbound_reply', text: 'SELECT reply FROM sms_inbound WHERE message_id = $1' };

/** Every message that arrived, once per id of the SMS gateway. */
@Injectable()
export class InboundStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Writes the message. One with the same id at the same time waits here. @returns false when it came before. */
  async claim(on: EntityManager | DataSource, message: SmsInbound): Promise<boolean> {
    return (await runNamed(on, CLAIM, MESSAGES.values([message]))).length > 0;
  }

  async settle(tx: EntityManager, messageId: string, outcome: InboundOutcome, reply: string): Promise<void> {
    await runNamed(tx, SETTLE, [messageId, outcome, reply]);
  }

  /** Writes the reply unless there is one. @returns the reply that is in the database afterwards. */
  async answer(messageId: string, reply: string): Promise<string> {
    await runNamed(this.dataSource, ANSWER, [messageId, reply]);
    return (await this.reply(messageId)) ?? reply;
  }

  async reply(messageId: string): Promise<string | null> {
    const [row] = await runNamed<{ reply: string | null }>(this.dataSource, READ, [messageId]);
    return row?.reply ?? null;
  }
}
