import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { RecurringOperations } from '../../../../connectors/acquirers/port/mandate.js';
import { PaymentAlias } from '../../blik-aliases/payment-alias.entity.js';
import { ApplyMandateOutcomeService } from './apply-mandate-outcome.service.js';
import type { PaymentSubscription } from '../payment-subscription.entity.js';
import { toStartedMandate } from './started-mandate.js';
import { SUBSCRIPTION_TRANSITIONS } from '../states.js';

/** Polls the acquirer for the state of a mandate, or revokes the mandate when its subscription has ended. */
@Injectable()
export class PollMandateService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly applyOutcome: ApplyMandateOutcomeService,
  ) {}

  async run(subscription: PaymentSubscription, recurring: RecurringOperations): Promise<void> {
    const { value } = await this.dataSource.manager.findOneByOrFail(PaymentAlias, { id: subscription.aliasId });
    const mandate = toStartedMandate(subscription, value);
    const polledAt = this.clock.now();
    const hasEnded = SUBSCRIPTION_TRANSITIONS.isFinal(subscription.status);
    const revokedFor = subscription.cancelledBy === 'payer' ? 'payer' : 'merchant';
    const result = await (hasEnded ? recurring.revokeMandate(mandate, revokedFor) : recurring.pollMandate(mandate));
    await this.applyOutcome.run(subscription, result.outcome === 'not_found' ? { ...result, polledAt } : result);
  }
}
