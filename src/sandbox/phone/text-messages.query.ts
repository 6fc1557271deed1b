import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface TextMessage {
  id: string;
  sender: string;
  text: string;
  code: string | null;
  /** Text of the phone's own message to which this message replies. */
  inReplyTo: string | null;
  sentAt: Date;
}

const MAX_MESSAGES = 50;
/** Numbers are recent if they received one of this many latest messages. */
const LATEST_MESSAGES = 200;
const MAX_NUMBERS = 5;

@Injectable()
export class TextMessagesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Messages to a number (`48XXXXXXXXX`), newest first. */
  async listReceived(phoneNumber: string): Promise<TextMessage[]> {
    return this.dataSource.query<TextMessage[]>(
      `SELECT id, sender, text, code, in_reply_to AS "inReplyTo", sent_at AS "sentAt" FROM sandbox.text_message WHERE phone_number = $1 ORDER BY id DESC LIMIT ${MAX_MESSAGES}`,
      [phoneNumber],
    );
  }

  /** Numbers with recent messages. */
  async recentNumbers(): Promise<string[]> {
    const rows = await this.dataSource.query<{ phone_number: string }[]>(
      `SELECT phone_number FROM (SELECT phone_number, id FROM sandbox.text_message ORDER BY id DESC LIMIT ${LATEST_MESSAGES}) newest
       GROUP BY phone_number ORDER BY max(id::text) DESC LIMIT ${MAX_NUMBERS}`,
    );
    return rows.map((row) => row.phone_number);
  }
}
