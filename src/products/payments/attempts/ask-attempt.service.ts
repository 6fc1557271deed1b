import { Injectable } from '@nestjs/common';
import { DataSource, In, MoreThan } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import type { ChannelConnector } from '../../../connectors/channels/port/channel-connector.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import { type RateLimit, RateLimits } from '../../../runtime/rate-limits/rate-limits.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { AttemptKey } from './acquirer-attempts.js';
import { PaymentAttempt } from './payment-attempt.entity.js';
import { LAPSED_IS_ASKED_HOURS } from '../channels/limits.js';
import { ApplyAttemptOutcomeService } from './outcome/apply-attempt-outcome.service.js';
import { SLOW_FROM } from '../at-channel/ask-schedule.js';
import { MONEY_STATES, RUNNING_STATES } from './attempt-transitions.js';
import { canBeAsked } from './can-be-asked.js';
import { lockAttempt } from './lock-attempt.js';
import { PaymentSubjects } from './payment-subjects.js';
import { LeaveAttemptService } from './leave-attempt.service.js';
import { ReturnMoneyService } from './outcome/return-money.service.js';
import { startedAttempt } from './started-attempt.js';
import { isAskedAboutPayment } from './outcome/weigh-word.service.js';

/** A payer who reloads the page is no reason to ask a channel again and again. */
const RETURNS: RateLimit = { name: 'payment-return', points: 10, durationSeconds: 60 };

/** Does at the channel what an attempt waits for: its money is taken or given back, or the channel says what became of it. */
@Injectable()
export class AskAttemptService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly connectors: ChannelConnectors,
    private readonly applyOutcome: ApplyAttemptOutcomeService,
    private readonly returnMoney: ReturnMoneyService,
    private readonly leave: LeaveAttemptService,
    private readonly changes: Changes,
    private readonly subjects: PaymentSubjects,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The payer came back from the channel's page, which proves nothing: the channel is asked, and no parameter of that address is looked at.
   * Afterwards the payment's page says how things stand.
   */
  async readReturn(transactionId: string): Promise<void> {
    if (!isUuid(transactionId)) return;
    const live = await this.dataSource.manager.findOneBy(PaymentAttempt, { transactionId, state: In([...RUNNING_STATES]) });
    if (!live || (await this.limits.consume(RETURNS, transactionId)) !== null) return;
    const connector = this.connectors.named(live.connector);
    if (connector) await this.askAbout(live, connector);
  }

  /** One that is due. */
  async run(attempt: PaymentAttempt, connector: ChannelConnector): Promise<void> {
    if (attempt.state === 'return_due') return this.returnMoney.run(attempt, connector);
    if (MONEY_STATES.includes(attempt.state)) return this.askBooks(attempt, connector);
    if (attempt.state === 'lapsed' && this.isOld(attempt)) return this.giveUp(attempt);
    if (attempt.state === 'authorized' && connector.capabilities[attempt.channel]?.settles) return this.settle(attempt, connector);
    await this.askAbout(attempt, connector);
  }

  /** What was taken or given back is on record, and was contradicted or hinted at. Books that leave it open for an hour leave it to staff. */
  private async askBooks(attempt: PaymentAttempt, connector: ChannelConnector): Promise<void> {
    const { reference, state, askCount } = attempt;
    if (askCount > SLOW_FROM)
      await this.dataSource.manager.update(
        PaymentAttempt,
        { reference, state, askCount: MoreThan(SLOW_FROM) },
        { askAt: null, askCount: 0 },
      );
    else if (isAskedAboutPayment(attempt)) await this.askAbout(attempt, connector);
    else await this.returnMoney.ask(attempt, connector);
  }

  private async settle(attempt: PaymentAttempt, connector: ChannelConnector): Promise<void> {
    await this.applyOutcome.run(attempt, await connector.settle(startedAttempt(attempt)));
  }

  private async askAbout(attempt: PaymentAttempt, connector: ChannelConnector): Promise<void> {
    if (!canBeAsked(attempt, connector.capabilities[attempt.channel])) return;
    const askedAt = this.clock.now();
    const answer = await connector.ask(startedAttempt(attempt));
    await this.applyOutcome.run(attempt, { ...answer, askedAt });
    // Nobody waits for this payment any more: what the payer agreed to is let go instead of taken.
    if (attempt.state === 'lapsed' && answer.outcome === 'authorized') await this.leave.cancelAtChannel(attempt);
  }

  /** Days after its end an attempt is asked about no more. Should its channel report money even then, it still counts. */
  private async giveUp(key: AttemptKey): Promise<void> {
    await this.changes.transaction(async (unit) => {
      const { attempt } = await lockAttempt(unit, this.subjects, key);
      if (attempt.state !== 'lapsed') return;
      await unit.move(this.subjects.attempt, [attempt], { to: 'expired', reason: 'never_heard_of', set: { askAt: null } });
    });
  }

  private isOld({ expiresAt }: PaymentAttempt): boolean {
    return this.clock.now().getTime() > expiresAt.getTime() + LAPSED_IS_ASKED_HOURS * 3_600_000;
  }
}
