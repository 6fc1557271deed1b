import { Injectable } from '@nestjs/common';
import type { AttemptResult, NotSent } from '../../../../connectors/acquirers/port/attempt.js';
import { uuidToReference } from '../../../../common/reference.js';
import type { Submission } from '../../../../connectors/acquirers/port/submission.js';
import { Changes } from '../../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../../platform/changes/unit-of-work.js';
import { AliasRegistrationService } from '../../blik-aliases/registration.service.js';
import { type PayerInput, payerOf } from '../../payments/payer-details.js';
import { PaymentTransaction } from '../../payments/payment-transaction.entity.js';
import { lockForProviderUpdate, lockForRequest } from '../../../../runtime/database/pool-quotas/row-lock-queue.js';
import { PAYMENT } from '../payment-subject.js';
import { ApplyAttemptOutcomeService } from '../outcome/apply-attempt-outcome.service.js';
import { CodeLog } from '../codes/code-log.js';
import { type RecordedTicket, RecordTicketService } from './record-ticket.service.js';
import { AttemptRequestBuilder } from './attempt-request-builder.js';
import { toStartedAttempt } from '../started-attempt.js';
import { declinedTicket, type Ticket, type TicketResult, ticketRejection } from '../ticket.js';

/**
 * Submits a ticket (a code, or an alias used instead) to an attempt that waits for one. Either the payer entered the code on the gateway's page, or
 * the partner's program sent the ticket.
 */
@Injectable()
export class SubmitTicketService {
  constructor(
    private readonly changes: Changes,
    private readonly codes: CodeLog,
    private readonly requests: AttemptRequestBuilder,
    private readonly recordTicket: RecordTicketService,
    private readonly registration: AliasRegistrationService,
    private readonly applyOutcome: ApplyAttemptOutcomeService,
  ) {}

  /** @param requestKey stored with the code, so that a repeated request gets the outcome of the one that was interrupted. */
  async run(transactionId: string, ticket: Ticket, input: PayerInput, requestKey: string | null = null): Promise<TicketResult> {
    const recorded = await this.changes.transaction(
      (unit) => this.recordTicket.run(unit, transactionId, ticket, requestKey),
      lockForRequest(transactionId),
    );
    if ('ok' in recorded) return recorded;
    const { row, attempt, connector } = recorded;
    const request = { ...(await this.requests.build(row, attempt, payerOf(row, input))), ...toStartedAttempt(attempt) };
    const result = await connector.submitCode(request, submissionOf(ticket, recorded));
    return this.apply(recorded, result);
  }

  private async apply(recorded: RecordedTicket, result: AttemptResult | NotSent): Promise<TicketResult> {
    const { attempt, reference } = recorded;
    if (result.outcome === 'not_sent') {
      await this.changes.transaction((unit) => this.markNotSent(unit, recorded), lockForProviderUpdate(attempt.reference));
      return ticketRejection({ problem: 'channel_unreachable' });
    }
    // The response to a code is about that code, even if it has no reference of the code.
    const update =
      result.outcome === 'failed' && result.submission === null ? { ...result, submission: uuidToReference(reference) } : result;
    await this.applyOutcome.run(attempt, update);
    return result.outcome === 'failed' ? declinedTicket(result) : { ok: true };
  }

  /** The acquirer has not received the code, so the code does not count. */
  private async markNotSent(unit: UnitOfWork, { row: { id }, attempt, reference }: RecordedTicket): Promise<void> {
    const row = await unit.lock(PAYMENT, id);
    const code = await this.codes.conclude(unit, attempt.reference, reference, { state: 'not_sent' });
    if (!row || !code) return;
    await unit.tx.update(PaymentTransaction, { id }, { codeCount: Math.max(0, row.codeCount - 1) });
    if (code.registersAliasId) await this.registration.codeRefused(unit, code.registersAliasId, 'not_sent');
  }
}

function submissionOf(ticket: Ticket, { reference, registers }: RecordedTicket): Submission {
  const ticketReference = uuidToReference(reference);
  if (ticket.kind === 'alias') return { kind: 'alias', reference: ticketReference, value: ticket.alias.wireValue, app: ticket.app };
  return { kind: 'code', reference: ticketReference, code: ticket.code, register: registers };
}
