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

/** Creates a subscription and registers its mandate at the acquirer. The payer then confirms the mandate in the bank's app. */
@Injectable()
export class CreateSubscriptionService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
    private readonly recordSubscription: RecordSubscriptionService,
    private readonly requests: AttemptRequestBuilder,
    private readonly applyOutcome: ApplyMandateOutcomeService,
  ) {}

  /**
   * @param requestKey the `Idempotency-Key`. If the first request with the key was interrupted, its repetition gets the outcome of the
   * first one.
   * @param evidence evidence of the consent text, if a page of the gateway showed it.
   * @throws DomainError VALIDATION_ERROR, TRANSACTION_NOT_FOUND, SERVICE_NOT_ACTIVE, ALIAS_ALREADY_EXISTS, CHANNEL_NOT_USABLE,
   * TRANSACTION_NOT_NEW, ATTEMPT_IN_PROGRESS, RECURRING_NOT_SUPPORTED, BLIK_CODE_LIMIT, a ticket code when the acquirer declines
   * immediately, or SERVICE_UNAVAILABLE when the acquirer was not reached. After a ticket code the value of the alias can be used again.
   */
  async run(
    service: ServiceRef,
    request: CreateSubscriptionRequest,
    requestKey: string | null,
    evidence: ConsentEvidence | null = null,
  ): Promise<CreatedSubscription> {
    const parsed = parseTerms(request.options, this.clock.now(), this.environment.app.displayTimeZone);
    if ('errors' in parsed) throw new DomainError('VALIDATION_ERROR', parsed);
    const label = request.alias.label ?? defaultLabel(service.name);
    const newSubscription = {
      service,
      transactionId: request.transactionId,
      terms: parsed.terms,
      alias: { ...request.alias, label },
      requestKey,
      pageEvidence: evidence,
    };
    const recorded = await this.store(newSubscription);
    return resultOf('earlier' in recorded ? recorded.earlier : await this.register(recorded, request));
  }

  private async store(newSubscription: NewSubscription): Promise<RecordedSubscription | { earlier: PaymentSubscription }> {
    try {
      return await this.changes.transaction(
        (unit) => this.recordSubscription.run(unit, newSubscription),
        lockForRequest(newSubscription.transactionId),
      );
    } catch (error) {
      // A concurrent request has stored an alias with this value first.
      if (violatedConstraint(error) !== 'payment_alias_payid_once') throw error;
      throw new DomainError('ALIAS_ALREADY_EXISTS', { message: 'The value of the alias is used already.' });
    }
  }

  /**
   * From this call on the payer may confirm the mandate. The subscription is stored, so workers poll its mandate even if this process is
   * killed.
   */
  private async register(recorded: RecordedSubscription, request: CreateSubscriptionRequest): Promise<PaymentSubscription> {
    const { row, attempt, channel, subscription, alias } = recorded;
    const result = await channel.recurring.registerMandate({
      reference: uuidToReference(subscription.id),
      attempt: await this.requests.build(row, attempt, channel.payer),
      model: subscription.model,
      code: request.ticket.T6,
      alias,
      terms: mandateTerms(subscription),
      lines: descriptionLinesOf(request.descriptions),
    });
    return this.applyOutcome.run(subscription, result);
  }
}

/** A callback may have been applied before the response. So the result is read from the subscription, as it is after both. */
function resultOf({ id, aliasId, status, cancelledBy, reason }: PaymentSubscription): CreatedSubscription {
  if (status === 'subscription_cancelled' && cancelledBy === 'system') throw acquirerUnreachable();
  if (status === 'subscription_cancelled' || (status === 'subscription_expired' && reason !== null)) throw ticketError(reason ?? 'other');
  return { subscriptionId: id, aliasId };
}

/** The mandate terms for the acquirer, which passes them to the payer's bank. */
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
