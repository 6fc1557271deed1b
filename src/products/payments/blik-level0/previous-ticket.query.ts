import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';
import { type TicketResult, ticketRejection } from '../attempts/ticket.js';
import type { CodeState } from '../attempts/codes/payment-code.entity.js';

const READ_PREVIOUS_CODE = `
  SELECT c.state, c.reason FROM payment_attempt a JOIN payment_code c ON c.attempt_reference = a.reference
  WHERE a.transaction_id = $1 AND c.request_key = $2 AND c.state <> 'not_sent' ORDER BY c.sent_at DESC LIMIT 1`;

/** Finds the outcome of a code or an alias whose request was interrupted before its response. */
@Injectable()
export class PreviousTicketQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns null when the request sent neither a code nor an alias. `ok` also while the outcome is not known yet. */
  async run(transactionId: string, requestKey: string): Promise<TicketResult | null> {
    const rows = await this.dataSource.query<{ state: CodeState; reason: FailureReason | null }[]>(READ_PREVIOUS_CODE, [
      transactionId,
      requestKey,
    ]);
    const [code] = rows;
    if (!code) return null;
    return code.state === 'refused'
      ? ticketRejection({ problem: 'declined', reason: code.reason ?? 'other', alternatives: [] })
      : { ok: true };
  }
}
