import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import type { AttemptResult, NotFound } from '../../../connectors/acquirers/port/attempt.js';
import type { AcquirerConnector } from '../../../connectors/acquirers/port/acquirer-connector.js';
import { AcquirerConnectors } from '../../../connectors/acquirers/port/acquirer-connectors.js';
import { type RateLimit, RateLimits } from '../../../runtime/rate-limits/rate-limits.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { type AttemptKey, ATTEMPTS } from './acquirer-attempts.js';
import { PaymentAttempt } from './payment-attempt.entity.js';
import { ABANDONED_POLL_HOURS } from '../payment-methods/limits.js';
import { ApplyAttemptOutcomeService } from './outcome/apply-attempt-outcome.service.js';
import { SLOW_POLL_COUNT } from '../../../platform/remote-operations/poll-schedule.js';
import { FUNDED_STATES, IN_PROGRESS_STATES } from './states.js';
import { canBePolled } from './can-be-polled.js';
import { lockAttempt } from './lock-attempt.js';
import { ATTEMPT } from './payment-subject.js';
import { AbandonAttemptService } from './abandon-attempt.service.js';
import { ReverseSuspenseService } from './outcome/reverse-suspense.service.js';
import { toStartedAttempt } from './started-attempt.js';
import { isPolledForPayment } from './outcome/resolve-conflict.service.js';

type PollResult = AttemptResult | NotFound;

/** Limits the polls that a payer causes by reloading the page. */
const RETURN_RATE_LIMIT: RateLimit = { name: 'payment-return', points: 10, durationSeconds: 60 };

/** Makes the acquirer call that is due for an attempt: captures the money, reverses suspense money, or polls for the outcome. */
@Injectable()
export class PollAttemptService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly connectors: AcquirerConnectors,
    private readonly applyOutcome: ApplyAttemptOutcomeService,
    private readonly reverseSuspense: ReverseSuspenseService,
    private readonly abandon: AbandonAttemptService,
    private readonly changes: Changes,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Polls the acquirer when the payer returns from its page. The return is no evidence of a payment, so the URL's parameters are ignored.
   * Afterwards the payment's page shows the outcome.
   */
  async pollOnReturn(transactionId: string): Promise<void> {
    if (!isUuid(transactionId)) return;
    const attempt = await this.dataSource.manager.findOneBy(PaymentAttempt, { transactionId, state: In([...IN_PROGRESS_STATES]) });
    if (!attempt || (await this.limits.consume(RETURN_RATE_LIMIT, transactionId)) !== null) return;
    const connector = this.connectors.find(attempt.connector);
    if (connector) await this.pollAttempt(attempt, connector);
  }

  /** Polls an ended attempt at the request of staff. Late money is booked as usual. @returns null when the acquirer cannot be polled. */
  async pollEnded(attempt: PaymentAttempt): Promise<PollResult['outcome'] | null> {
    const connector = this.connectors.find(attempt.connector);
    return (connector && (await this.pollAttempt(attempt, connector))) ?? null;
  }

  async run(attempt: PaymentAttempt, connector: AcquirerConnector): Promise<void> {
    if (attempt.state === 'return_due') return this.reverseSuspense.run(attempt, connector);
    if (FUNDED_STATES.includes(attempt.state)) return this.pollFunded(attempt, connector);
    if (attempt.state === 'lapsed' && this.isPollPeriodOver(attempt)) return this.closeAbandoned(attempt);
    if (attempt.state === 'authorized' && connector.capabilities[attempt.channel]?.captures) return this.capture(attempt, connector);
    await this.pollAttempt(attempt, connector);
  }

  /**
   * Polls about booked money after a conflict or a hint. If the polls resolve nothing until the waits become slow, polling ends, and staff
   * have to decide. This usually takes about an hour. Hints shorten it, because each of them makes the next poll due immediately.
   */
  private async pollFunded(attempt: PaymentAttempt, connector: AcquirerConnector): Promise<void> {
    if (isPolledForPayment(attempt)) await this.pollAttempt(attempt, connector);
    else await this.reverseSuspense.poll(attempt, connector);
    if (attempt.pollCount > SLOW_POLL_COUNT) await ATTEMPTS.endPolling(this.dataSource, attempt);
  }

  private async capture(attempt: PaymentAttempt, connector: AcquirerConnector): Promise<void> {
    await this.applyOutcome.run(attempt, await connector.capture(toStartedAttempt(attempt)));
  }

  private async pollAttempt(attempt: PaymentAttempt, connector: AcquirerConnector): Promise<PollResult['outcome'] | null> {
    if (!canBePolled(attempt, connector.capabilities[attempt.channel])) return null;
    const polledAt = this.clock.now();
    const result = await connector.poll(toStartedAttempt(attempt));
    await this.applyOutcome.run(attempt, { ...result, polledAt });
    // The attempt was abandoned, so its authorization is canceled instead of captured.
    if (attempt.state === 'lapsed' && result.outcome === 'authorized') await this.abandon.cancelAtAcquirer(attempt);
    return result.outcome;
  }

  /** Polling stops `ABANDONED_POLL_HOURS` after the attempt's expiry. A callback about money that arrives even later is still booked. */
  private async closeAbandoned(key: AttemptKey): Promise<void> {
    await this.changes.transaction(async (unit) => {
      const { attempt } = await lockAttempt(unit, key);
      if (attempt.state !== 'lapsed') return;
      await unit.move(ATTEMPT, [attempt], { to: 'expired', reason: 'never_heard_of', set: { nextPollAt: null } });
    });
  }

  private isPollPeriodOver({ expiresAt }: PaymentAttempt): boolean {
    return this.clock.now().getTime() > expiresAt.getTime() + ABANDONED_POLL_HOURS * 3_600_000;
  }
}
