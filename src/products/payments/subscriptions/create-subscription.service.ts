import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { uuidToReference } from '../../../common/reference.js';
import type { ServiceRef } from '../../../platform/access/caller.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { MandateTerms } from '../../../connectors/acquirers/port/mandate.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { Environment } from '../../../runtime/config/environment.js';
import { violatedConstraint } from '../../../runtime/database/violated-constraint.js';
import { AttemptRequestBuilder } from '../attempts/start/attempt-request-builder.js';
import { blikError } from '../blik-level0/blik-error.js';
import { ApplyMandateOutcomeService } from './mandate/apply-mandate-outcome.service.js';
import type { ConsentEvidence } from '../mandates/consent-evidence.js';
import { type CreateSubscriptionRequest, descriptionLinesOf } from '../mandates/create-subscription.request.js';
import { defaultLabel } from '../mandates/default-label.js';
import type { PaymentSubscription } from './payment-subscription.entity.js';
import { type NewSubscription, type RecordedSubscription, RecordSubscriptionService } from './record-subscription.service.js';
import { parseTerms } from '../mandates/parse-terms.js';
import { acquirerUnreachable } from '../payment-methods/acquirer-unreachable.js';

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
   * @param requestKey the `Idempotency-Key`. If a request with this key was interrupted before, this request gets the outcome of the
   * earlier one.
   * @param evidence evidence of the consent on a page of the gateway. null when the partner's program collected the code.
   * @throws DomainError VALIDATION_ERROR, TRANSACTION_NOT_FOUND, SERVICE_NOT_ACTIVE, ALIAS_ALREADY_EXISTS, CHANNEL_NOT_USABLE,
   * TRANSACTION_NOT_NEW, ATTEMPT_IN_PROGRESS, RECURRING_NOT_SUPPORTED, BLIK_CODE_LIMIT, a BLIK error code when the acquirer
   * declines immediately, or SERVICE_UNAVAILABLE when the acquirer was not reached. After a BLIK error code the partner can use the value
   * of the alias again, because the alias never became active.
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
    const recorded = await this.record(newSubscription);
    return resultOf('earlier' in recorded ? recorded.earlier : await this.registerMandate(recorded, request));
  }

  private async record(newSubscription: NewSubscription): Promise<RecordedSubscription | { earlier: PaymentSubscription }> {
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
   * Sends the mandate to the acquirer. From then on the payer may confirm it. The subscription is stored already, so workers poll the
   * mandate even if this process is killed.
   */
  private async registerMandate(recorded: RecordedSubscription, request: CreateSubscriptionRequest): Promise<PaymentSubscription> {
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

/**
 * The result comes from the stored subscription, because a callback may have ended the subscription before the acquirer's response was
 * applied.
 */
function resultOf({ id, aliasId, status, cancelledBy, reason }: PaymentSubscription): CreatedSubscription {
  if (status === 'subscription_cancelled' && cancelledBy === 'system') throw acquirerUnreachable();
  if (status === 'subscription_cancelled' || (status === 'subscription_expired' && reason !== null)) throw blikError(reason ?? 'other');
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
