import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { AttemptResult, NotSent } from '../../../../connectors/acquirers/port/attempt.js';
import { NO_STEP } from '../../../../connectors/acquirers/port/next-step.js';
import { PaymentAlias } from '../../aliases/payment-alias.entity.js';
import { ApplyAttemptOutcomeService } from '../../attempts/outcome/apply-attempt-outcome.service.js';
import { AttemptRequestBuilder } from '../../attempts/start/attempt-request-builder.js';
import type { PaymentAttempt } from '../../attempts/payment-attempt.entity.js';
import type { PaymentTransaction } from '../../transactions/payment-transaction.entity.js';
import type { PaymentSubscription } from '../payment-subscription.entity.js';
import type { RecurringChannel } from '../recurring-channel.query.js';
import { startedMandate } from '../mandate/started-mandate.js';
import type { PaymentCharge } from '../../attempts/payment-charge.entity.js';

/** A charge that is on record. */
export interface SendableCharge {
  row: PaymentTransaction;
  attempt: PaymentAttempt;
  channel: RecurringChannel;
  subscription: PaymentSubscription;
  charge: PaymentCharge;
}

/** Sends a charge to the channel. Its attempt is then polled like any other. */
@Injectable()
export class SendChargeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly calls: AttemptRequestBuilder,
    private readonly applyOutcome: ApplyAttemptOutcomeService,
  ) {}

  /** @returns the channel's answer, which is applied already. */
  async run({ row, attempt, channel, subscription, charge }: SendableCharge): Promise<AttemptResult | NotSent> {
    const { label, lines } = charge;
    const { value } = await this.dataSource.manager.findOneByOrFail(PaymentAlias, { id: subscription.aliasId });
    const said = await channel.recurring.chargeMandate({
      attempt: await this.calls.build(row, attempt, channel.payer),
      mandate: startedMandate(subscription, value),
      label,
      lines,
      until: subscription.model === 'M' ? attempt.expiresAt : null,
    });
    // A charge has no code, so the payer cannot type another one.
    const result = said.outcome === 'failed' ? { ...said, next: NO_STEP } : said;
    await this.applyOutcome.run(attempt, result);
    if (label !== null && result.outcome !== 'not_sent' && result.outcome !== 'failed') await this.rename(subscription.aliasId, label);
    return result;
  }

  private async rename(id: string, label: string): Promise<void> {
    await this.dataSource.manager.update(PaymentAlias, { id, label: Not(label) }, { label, updatedAt: this.clock.now() });
  }
}
