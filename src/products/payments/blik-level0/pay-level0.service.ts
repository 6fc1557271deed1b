import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import type { ServiceRef } from '../../../platform/access/caller.js';
import { RecordDisclosedAppsService } from '../blik-aliases/record-disclosed-apps.service.js';
import { StartAttemptService } from '../attempts/start/start-attempt.service.js';
import { SubmitTicketService } from '../attempts/start/submit-ticket.service.js';
import type { Ticket, TicketResult } from '../attempts/ticket.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { OPEN_STATUSES } from '../payments/states.js';
import { rejectClosedService } from '../services/reject-closed-service.js';
import { UsableAliasQuery } from './usable-alias.query.js';
import { PreviousTicketQuery } from './previous-ticket.query.js';
import { type Level0Request, level0Problems } from './level0.request.js';
import { transactionNotNewError, channelNotUsableError, startRejectionError, ticketRejectionError } from './level0-errors.js';

const CHANNEL = 'blik-level0';
/** The partner's program sends the request, so the payer's IP address and browser come from the payment. */
const NO_PAYER_INPUT = { clientAddress: '', userAgent: '' };

/** Pays a payment with a BLIK code that the payer entered on the partner's side, or with an alias. */
@Injectable()
export class PayLevel0Service {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly previousTickets: PreviousTicketQuery,
    private readonly aliases: UsableAliasQuery,
    private readonly start: StartAttemptService,
    private readonly submit: SubmitTicketService,
    private readonly disclosedApps: RecordDisclosedAppsService,
  ) {}

  /**
   * Sends the code or the alias, and does not wait for the payer's confirmation. The partner gets the outcome as a notification.
   * @param requestKey the `Idempotency-Key`. If a request with this key was interrupted before, this request gets the outcome of the
   * earlier one.
   * @throws DomainError VALIDATION_ERROR, TRANSACTION_NOT_FOUND, SERVICE_NOT_ACTIVE, TRANSACTION_NOT_NEW, CHANNEL_NOT_USABLE,
   * ATTEMPT_IN_PROGRESS, SERVICE_UNAVAILABLE when the acquirer was not reached, or a BLIK error code when the acquirer declines
   * immediately.
   */
  async run(service: ServiceRef, transactionId: string, request: Level0Request, requestKey: string | null): Promise<void> {
    const row = isUuid(transactionId)
      ? await this.dataSource.manager.findOneBy(PaymentTransaction, { id: transactionId, serviceId: service.id })
      : null;
    if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
    const errors = level0Problems(request);
    if (Object.keys(errors).length > 0) throw new DomainError('VALIDATION_ERROR', { errors });
    const previousResult = requestKey === null ? null : await this.previousTickets.run(row.id, requestKey);
    if (previousResult) return throwIfFailed(previousResult, request.alias?.value ?? '');
    await rejectClosedService(this.dataSource, service.id);
    if (!OPEN_STATUSES.includes(row.status) || row.expiresAt <= this.clock.now()) throw transactionNotNewError();
    if (row.directChannel !== CHANNEL) throw channelNotUsableError(`The transaction was not made with the directChannel ${CHANNEL}.`);
    const ticket = await this.ticketOf(service.id, request);
    const started = await this.start.run(row.id, CHANNEL, NO_PAYER_INPUT);
    if (!started.ok) throw startRejectionError(started);
    const result = await this.submit.run(row.id, ticket, NO_PAYER_INPUT, requestKey);
    if (ticket.kind === 'code') return throwIfFailed(result, '');
    if (!result.ok && result.problem === 'declined') await this.disclosedApps.run(ticket.alias.id, result.alternatives);
    throwIfFailed(result, ticket.alias.value);
  }

  private async ticketOf(serviceId: string, { ticket, alias }: Level0Request): Promise<Ticket> {
    if (!ticket) return this.aliases.run(serviceId, alias ?? {});
    const register = alias ? { value: alias.value ?? '', label: alias.label ?? '' } : null;
    return { kind: 'code', code: ticket.T6, register };
  }
}

/** @param value value of the alias that was submitted. Empty for a code without an alias. */
function throwIfFailed(result: TicketResult, value: string): void {
  if (!result.ok) throw ticketRejectionError(result, value);
}
