import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { uuidToReference } from '../../../common/reference.js';
import type { ServiceRef } from '../../../platform/access/caller.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { MandateTerms } from '../../../connectors/acquirers/port/mandate.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-queues.js';
import { Environment } from '../../../runtime/config/environment.js';
import { violatedConstraint } from '../../../runtime/database/violated-constraint.js';
import { AttemptRequestBuilder } from '../attempts/start/attempt-request-builder.js';
import { ticketError } from '../level0/ticket-error.js';
import { ApplyMandateOutcomeService } from './mandate/apply-mandate-outcome.service.js';
import type { ConsentEvidence } from '../mandates/consent-evidence.js';
import { type CreateSubscriptionRequest, descriptionLinesOf } from '../mandates/create-subscription.request.js';
import { defaultLabel } from '../mandates/default-label.js';
import type { PaymentSubscription } from './payment-subscription.entity.js';
import { type NewSubscription, type RecordedSubscription, RecordSubscriptionService } from './record-subscription.service.js';
import { parseTerms } from '../mandates/parse-terms.js';
import { acquirerUnreachable } from '../channels/acquirer-unreachable.js';

export interface CreatedSubscription {
  subscriptionId: string;
  aliasId: string;
}

/** Has a payer asked, in the bank's app, to agree to a subscription. */
@Injectable()
export class CreateSubscriptionService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
    private readonly record: RecordSubscriptionService,
    private readonly calls: AttemptRequestBuilder,
    private readonly applyOutcome: ApplyMandateOutcomeService,
  ) {}

  /**
   * @param requestKey a repeated request with the same key gets the outcome of the first one, if that was broken off.
   * @param shown the text that the payer saw, if it was on a page of the gateway.
   * @throws DomainError VALIDATION_ERROR, TRANSACTION_NOT_FOUND, SERVICE_NOT_ACTIVE, ALIAS_ALREADY_EXISTS, CHANNEL_NOT_USABLE,
   * TRANSACTION_NOT_NEW, ATTEMPT_IN_PROGRESS, RECURRING_NOT_SUPPORTED, or a ticket code when the channel refuses at once, after which the
   * value of the alias is free again; SERVICE_UNAVAILABLE when the channel was not reached.
   */
  async run(
    service: ServiceRef,
    request: CreateSubscriptionRequest,
    requestKey: string | null,
    shown: ConsentEvidence | null = null,
  ): Promise<CreatedSubscription> {
    const read = parseTerms(request.options, this.clock.now(), this.environment.app.displayTimeZone);
    if ('errors' in read) throw new DomainError('VALIDATION_ERROR', read);
    const label = request.alias.label ?? defaultLabel(service.name);
    const wanted = {
      service,
      transactionId: request.transactionId,
      terms: read.terms,
      alias: { ...request.alias, label },
      requestKey,
      shown,
    };
    const recorded = await this.recorded(wanted);
    return answerTo('earlier' in recorded ? recorded.earlier : await this.register(recorded, request));
  }

  private async recorded(wanted: NewSubscription): Promise<RecordedSubscription | { earlier: PaymentSubscription }> {
    try {
      return await this.changes.transaction((unit) => this.record.run(unit, wanted), lockForRequest(wanted.transactionId));
    } catch (error) {
      // Another request took the value at the same moment.
      if (violatedConstraint(error) !== 'payment_alias_payid_once') throw error;
      throw new DomainError('ALIAS_ALREADY_EXISTS', { message: 'The value of the alias is used already.' });
    }
  }

  /** From here on the payer may agree. The subscription is on record, so it is polled even if this process is killed. */
  private async register(recorded: RecordedSubscription, request: CreateSubscriptionRequest): Promise<PaymentSubscription> {
    const { row, attempt, channel, subscription, alias } = recorded;
    const report = await channel.recurring.registerMandate({
      reference: uuidToReference(subscription.id),
      attempt: await this.calls.build(row, attempt, channel.payer),
      model: subscription.model,
      code: request.ticket.T6,
      alias,
      terms: mandateTerms(subscription),
      lines: descriptionLinesOf(request.descriptions),
    });
    return this.applyOutcome.run(subscription, report);
  }
}

/** A report may have come before the answer, so the state after both counts. */
function answerTo({ id, aliasId, status, cancelledBy, reason }: PaymentSubscription): CreatedSubscription {
  if (status === 'subscription_cancelled' && cancelledBy === 'system') throw acquirerUnreachable();
  if (status === 'subscription_cancelled' || (status === 'subscription_expired' && reason !== null)) throw ticketError(reason ?? 'other');
  return { subscriptionId: id, aliasId };
}

/** The terms as the payer's bank gets them. */
function mandateTerms(subscription: PaymentSubscription): MandateTerms {
  const { amountLimitMinor, currency, totalLimitMinor, frequency, initiationAt, countLimit, expiresAt } = subscription;
  return {
    limit: amountLimitMinor === null ? null : { amountMinor: amountLimitMinor, currency },
    totalLimitMinor,
    frequency,
    firstChargeOn: initiationAt,
    chargesLimit: countLimit,
    expiresAt,
  };
}
