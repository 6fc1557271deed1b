import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { AttemptResult, NotSent } from '../../../../connectors/acquirers/port/attempt.js';
import { NO_STEP } from '../../../../connectors/acquirers/port/next-step.js';
import { PaymentAlias } from '../../blik-aliases/payment-alias.entity.js';
import { ApplyAttemptOutcomeService } from '../../attempts/outcome/apply-attempt-outcome.service.js';
import { AttemptRequestBuilder } from '../../attempts/start/attempt-request-builder.js';
import type { PaymentAttempt } from '../../attempts/payment-attempt.entity.js';
import type { PaymentTransaction } from '../../payments/payment-transaction.entity.js';
import type { PaymentSubscription } from '../payment-subscription.entity.js';
import type { RecurringChannel } from '../recurring-channel.query.js';
import { toStartedMandate } from '../mandate/started-mandate.js';
import type { PaymentCharge } from '../../mandates/payment-charge.entity.js';

/** A stored charge, with all that is needed to send it. */
export interface SendableCharge {
  row: PaymentTransaction;
  attempt: PaymentAttempt;
  channel: RecurringChannel;
  subscription: PaymentSubscription;
  charge: PaymentCharge;
}

/** Sends a charge to the acquirer. Its attempt is then polled like any other. */
@Injectable()
export class SendChargeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly requests: AttemptRequestBuilder,
    private readonly applyOutcome: ApplyAttemptOutcomeService,
  ) {}

  /** @returns the acquirer's response, already applied. */
  async run({ row, attempt, channel, subscription, charge }: SendableCharge): Promise<AttemptResult | NotSent> {
    const { label, lines } = charge;
    const { value } = await this.dataSource.manager.findOneByOrFail(PaymentAlias, { id: subscription.aliasId });
    const response = await channel.recurring.chargeMandate({
      attempt: await this.requests.build(row, attempt, channel.payer),
      mandate: toStartedMandate(subscription, value),
      label,
      lines,
      until: subscription.model === 'M' ? attempt.expiresAt : null,
    });
    // A recurring charge has no BLIK code, so the payer cannot enter another one.
    const result = response.outcome === 'failed' ? { ...response, next: NO_STEP } : response;
    await this.applyOutcome.run(attempt, result);
    if (label !== null && result.outcome !== 'not_sent' && result.outcome !== 'failed') await this.renameAlias(subscription.aliasId, label);
    return result;
  }

  private async renameAlias(id: string, label: string): Promise<void> {
    await this.dataSource.manager.update(PaymentAlias, { id, label: Not(label) }, { label, updatedAt: this.clock.now() });
  }
}
