import { Injectable } from '@nestjs/common';
import type { AttemptResult, NotSent } from '../../../../connectors/acquirers/port/attempt.js';
import { uuidToReference } from '../../../../common/reference.js';
import type { Submission } from '../../../../connectors/acquirers/port/submission.js';
import { Changes } from '../../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../../platform/changes/unit-of-work.js';
import { RegistrationService } from '../../aliases/registration.service.js';
import { type PayerInput, payerOf } from '../../transactions/payer-details.js';
import { PaymentTransaction } from '../../transactions/payment-transaction.entity.js';
import { lockForProviderUpdate, lockForRequest } from '../../../../runtime/database/pool-quotas/row-queues.js';
import { PaymentSubjects } from '../payment-subjects.js';
import { ApplyAttemptOutcomeService } from '../outcome/apply-attempt-outcome.service.js';
import { CodeLog } from '../codes/code-log.js';
import { type RecordedTicket, RecordTicketService } from './record-ticket.service.js';
import { AttemptRequestBuilder } from './attempt-request-builder.js';
import { startedAttempt } from '../started-attempt.js';
import { declined, type Ticket, type TicketResult, ticketRefused } from '../ticket.js';

/**
 * Submits a code, or an alias in its place, to an attempt that waits for one, whether a payer typed it on the gateway's page or a partner's
 * program sent it.
 */
@Injectable()
export class SubmitTicketService {
  constructor(
    private readonly changes: Changes,
    private readonly subjects: PaymentSubjects,
    private readonly codes: CodeLog,
    private readonly calls: AttemptRequestBuilder,
    private readonly records: RecordTicketService,
    private readonly registration: RegistrationService,
    private readonly applyOutcome: ApplyAttemptOutcomeService,
  ) {}

  /** @param requestKey kept with the code, so that a request that was broken off can be answered when it is repeated. */
  async run(transactionId: string, ticket: Ticket, input: PayerInput, requestKey: string | null = null): Promise<TicketResult> {
    const recorded = await this.changes.transaction(
      (unit) => this.records.run(unit, transactionId, ticket, requestKey),
      lockForRequest(transactionId),
    );
    if ('ok' in recorded) return recorded;
    const { row, attempt, connector } = recorded;
    const call = { ...(await this.calls.build(row, attempt, payerOf(row, input))), ...startedAttempt(attempt) };
    const result = await connector.submitCode(call, submissionOf(ticket, recorded));
    return this.apply(recorded, result);
  }

  private async apply(recorded: RecordedTicket, result: AttemptResult | NotSent): Promise<TicketResult> {
    const { attempt, reference } = recorded;
    if (result.outcome === 'not_sent') {
      await this.changes.transaction((unit) => this.takeBack(unit, recorded), lockForProviderUpdate(attempt.reference));
      return ticketRefused({ problem: 'channel_unreachable' });
    }
    // The answer to a code is about that code, even if the acquirer does not name it.
    const about =
      result.outcome === 'failed' && result.submission === null ? { ...result, submission: uuidToReference(reference) } : result;
    await this.applyOutcome.run(attempt, about);
    return result.outcome === 'failed' ? declined(result) : { ok: true };
  }

  /** The channel has not seen the code, so it does not count. */
  private async takeBack(unit: UnitOfWork, { row: { id }, attempt, reference }: RecordedTicket): Promise<void> {
    const row = await unit.lock(this.subjects.payment, id);
    const code = await this.codes.conclude(unit, attempt.reference, reference, { state: 'not_sent' });
    if (!row || !code) return;
    await unit.tx.update(PaymentTransaction, { id }, { codeCount: Math.max(0, row.codeCount - 1) });
    if (code.registers) await this.registration.codeRefused(unit, code.registers, 'not_sent');
  }
}

function submissionOf(ticket: Ticket, { reference, registers }: RecordedTicket): Submission {
  const name = uuidToReference(reference);
  if (ticket.kind === 'alias') return { kind: 'alias', reference: name, value: ticket.alias.wireValue, app: ticket.app };
  return { kind: 'code', reference: name, code: ticket.code, register: registers };
}
