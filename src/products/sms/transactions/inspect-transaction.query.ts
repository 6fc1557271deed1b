import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A transaction with its message and the call to the partner's program; amounts in minor units of PLN, as the driver's text. */
export interface InspectedSmsTransaction {
  id: string;
  serviceId: string;
  from: string;
  sendNumber: number;
  text: string;
  reply: string | null;
  code: string;
  usedAt: Date | null;
  test: boolean;
  grossMinor: string;
  netMinor: string;
  partnerMinor: string;
  sentAt: Date;
  createdAt: Date;
  messageId: string;
  /** Null unless the service asks a program. */
  callState: string | null;
  callAttempts: number | null;
  callProblem: string | null;
  nextCallAt: Date | null;
}

@Injectable()
export class InspectSmsTransactionQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns null when there is no such transaction in any service. */
  async run(transactionId: number): Promise<InspectedSmsTransaction | null> {
    const [row] = await this.dataSource.query<InspectedSmsTransaction[]>(
      `SELECT t.id, t.service_id AS "serviceId", t.from_number AS "from", t.send_number AS "sendNumber", i.text, i.reply, t.code, t.used_at AS "usedAt", t.test,
              t.gross_minor AS "grossMinor", t.net_minor AS "netMinor", t.partner_minor AS "partnerMinor", t.sent_at AS "sentAt", t.created_at AS "createdAt",
              t.message_id AS "messageId", c.state AS "callState", c.attempts AS "callAttempts", c.last_problem AS "callProblem", c.next_attempt_at AS "nextCallAt"
       FROM sms_transaction t JOIN sms_inbound i ON i.message_id = t.message_id LEFT JOIN sms_partner_call c ON c.transaction_id = t.id WHERE t.id = $1`,
      [transactionId],
    );
    return row ?? null;
  }
}
