import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { RecurringOperations } from '../../../../connectors/channels/port/consent.js';
import { PaymentAlias } from '../../aliases/payment-alias.entity.js';
import { ApplyConsentOutcomeService } from './apply-consent-outcome.service.js';
import type { PaymentSubscription } from '../payment-subscription.entity.js';
import { startedConsent } from './started-consent.js';
import { SUBSCRIPTION_TRANSITIONS } from '../subscription-transitions.js';

/** Does at the channel what a subscription waits for: it says what became of the consent, or revokes one that has ended here. */
@Injectable()
export class AskSubscriptionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly applyOutcome: ApplyConsentOutcomeService,
  ) {}

  /** One that is due. */
  async run(subscription: PaymentSubscription, recurring: RecurringOperations): Promise<void> {
    const { value } = await this.dataSource.manager.findOneByOrFail(PaymentAlias, { id: subscription.aliasId });
    const consent = startedConsent(subscription, value);
    const askedAt = this.clock.now();
    const hasEnded = SUBSCRIPTION_TRANSITIONS.isFinal(subscription.status);
    const answer = await (hasEnded ? recurring.revokeConsent(consent) : recurring.askConsent(consent));
    await this.applyOutcome.run(subscription, answer.outcome === 'not_found' ? { ...answer, askedAt } : answer);
  }
}
