import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { AttemptResult, NotFound, NotSent } from '../../../../connectors/channels/port/attempt.js';
import type { FailureReason } from '../../../../connectors/channels/port/failure-reasons.js';
import { isSameMoney } from '../../../../connectors/channels/port/money.js';
import { uuidOf } from '../../../../common/reference.js';
import { type AttemptKey, ATTEMPTS } from '../acquirer-attempts.js';
import { PaymentTransaction } from '../../transactions/payment-transaction.entity.js';
import { MAX_CODES } from '../../channels/limits.js';
import { OutcomeTransactions } from '../../at-channel/outcome-transactions.js';
import type { ReceivedReport } from '../../at-channel/report-log.js';
import { PaymentSubjects } from '../payment-subjects.js';
import { AttemptAskSchedule, SLOW_FROM } from '../../at-channel/ask-schedule.js';
import type { AttemptEffect } from '../../at-channel/attempt-effect.js';
import type { Unpaid } from '../attempt-contradiction.js';
import { MONEY_STATES, RUNNING_STATES } from '../attempt-transitions.js';
import { CodeLog } from '../codes/code-log.js';
import { CodeOutcomeService } from '../codes/code-outcome.service.js';
import { EndAttemptService } from './end-attempt.service.js';
import { lockAttempt, type LockedAttempt } from '../lock-attempt.js';
import { TakeMoneyService } from './take-money.service.js';
import { WeighWordService } from './weigh-word.service.js';

/** What a channel says. What it says when it is asked, also that it does not know the attempt, is worth what it was then. */
export type AttemptWord = (AttemptResult & { askedAt?: Date }) | NotSent | (NotFound & { askedAt: Date });

/**
 * Applies a channel's word about an attempt, whichever way it came: as the answer to a start, a code or a question, or as a report. Any
 * order, any repetition and any concurrency end in the same state, because the payment's row is locked first and each step looks at the
 * attempt's state.
 */
@Injectable()
export class ApplyAttemptOutcomeService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly subjects: PaymentSubjects,
    private readonly schedule: AttemptAskSchedule,
    private readonly codes: CodeLog,
    private readonly outcomes: CodeOutcomeService,
    private readonly money: TakeMoneyService,
    private readonly end: EndAttemptService,
    private readonly weigh: WeighWordService,
  ) {}

  /** @param report that said it, where it is no answer. */
  async run(key: AttemptKey, word: AttemptWord, report?: ReceivedReport): Promise<void> {
    const { reference } = key;
    await this.transactions.run(reference, report, async (unit) => ({
      effect: await this.within(await lockAttempt(unit, this.subjects, key), word),
      attemptReference: reference,
    }));
  }

  /** In a transaction that is under way and holds the payment's lock. */
  async within(locked: LockedAttempt, word: AttemptWord): Promise<AttemptEffect> {
    switch (word.outcome) {
      case 'not_sent':
        return locked.attempt.state === 'sent' ? this.end.run(locked, 'not_sent', null, 'channel_not_reached') : 'no_news';
      case 'not_found':
        return this.schedule.notFoundIsBelieved(locked.attempt, word.askedAt)
          ? this.end.run(locked, 'not_found', null, 'channel_does_not_know_it')
          : 'no_news';
      default:
        await ATTEMPTS.remember(locked.unit.tx, locked.attempt, word);
        return this.applyResult(locked, word, word.askedAt ?? null);
    }
  }

  private applyResult(locked: LockedAttempt, result: AttemptResult, askedAt: Date | null): AttemptEffect | Promise<AttemptEffect> {
    switch (result.outcome) {
      case 'unknown':
        return 'no_news';
      case 'pending':
        return this.pending(locked, result);
      case 'authorized':
        return this.authorized(locked, result, askedAt);
      case 'paid':
        return this.paid(locked, result, askedAt);
      case 'failed':
        return result.next.kind === 'needsCode' ? this.codeRefused(locked, result) : this.unpaid(locked, 'failed', result.reason, askedAt);
      case 'canceled':
      case 'expired':
        return this.unpaid(locked, result.outcome, null, askedAt);
    }
  }

  private unpaid(locked: LockedAttempt, outcome: Unpaid, reason: FailureReason | null, askedAt: Date | null): Promise<AttemptEffect> {
    if (hasMoney(locked)) return this.weigh.unpaid(locked, outcome, askedAt);
    return this.end.run(locked, outcome, reason, `channel_${outcome}`);
  }

  private async pending(locked: LockedAttempt, { next }: AttemptResult): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    // It was given up, and lives on at the channel.
    if (attempt.state === 'not_sent' || attempt.state === 'not_found') {
      const set = { askAt: this.schedule.first(this.clock.now()), askCount: SLOW_FROM };
      await unit.move(this.subjects.attempt, [attempt], { to: 'lapsed', reason: 'channel_knows_it', set });
      return 'applied';
    }
    if (attempt.state !== 'sent' && attempt.state !== 'pending') return 'no_news';
    // Who asks is not always told again what the payer has to do.
    if (next.kind !== 'none') await ATTEMPTS.set(unit.tx, attempt, { next });
    if (attempt.state === 'pending') return next.kind === 'none' ? 'no_news' : 'applied';
    await unit.move(this.subjects.attempt, [attempt], { to: 'pending', reason: 'channel_started' });
    if (row.status === 'transaction_new')
      await unit.move(this.subjects.payment, [row], { to: 'transaction_generated', reason: 'channel_started' });
    return 'applied';
  }

  /** Nothing is taken yet: a worker does that. Of an attempt that was given up it is not taken at all. */
  private async authorized(locked: LockedAttempt, { money }: AttemptResult, askedAt: Date | null): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    if (hasMoney(locked)) return money ? this.weigh.paid(locked, money, null) : 'too_late';
    if (!RUNNING_STATES.includes(attempt.state)) return 'too_late';
    if (money && !isSameMoney(money, attempt)) return this.weigh.otherSum(locked, money, askedAt);
    if (attempt.state === 'authorized') return 'duplicate';
    const set = { next: { kind: 'none' as const }, askAt: this.clock.now(), askCount: 0 };
    await unit.move(this.subjects.attempt, [attempt], { to: 'authorized', reason: 'channel_authorized', set });
    if (row.status === 'transaction_new')
      await unit.move(this.subjects.payment, [row], { to: 'transaction_generated', reason: 'channel_started' });
    await unit.move(this.subjects.payment, [row], { to: 'transaction_confirmed', reason: 'channel_authorized' });
    return 'applied';
  }

  private async paid(locked: LockedAttempt, { money }: AttemptResult, askedAt: Date | null): Promise<AttemptEffect> {
    if (hasMoney(locked)) return this.weigh.paid(locked, money, askedAt);
    const code = await this.codes.settle(locked.unit, locked.attempt.reference, null, { state: 'paid' });
    const effect = await this.money.run(locked, money);
    if (code) await this.outcomes.paid(locked, code);
    return effect;
  }

  /** One code is over, and the attempt takes another, unless that was the last one. */
  private async codeRefused(locked: LockedAttempt, result: Extract<AttemptResult, { outcome: 'failed' }>): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    const code = result.submission === null ? null : uuidOf(result.submission);
    const { reason, rawCode } = result;
    const refused = await this.codes.settle(unit, attempt.reference, code, { state: 'refused', reason, rawCode });
    if (attempt.state !== 'sent' && attempt.state !== 'pending') return 'too_late';
    if (!refused) return 'duplicate';
    const isLast = row.codeCount >= MAX_CODES;
    const effect = isLast ? await this.end.run(locked, 'failed', reason, 'too_many_codes') : await this.anotherCode(locked, reason, result);
    await this.outcomes.refused(locked, refused, reason);
    return effect;
  }

  private async anotherCode(locked: LockedAttempt, reason: FailureReason, result: AttemptResult): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    await this.pending(locked, result);
    await ATTEMPTS.set(unit.tx, attempt, { reason });
    await unit.tx.update(PaymentTransaction, { id: row.id }, { failureReason: reason, updatedAt: this.clock.now() });
    return 'applied';
  }
}

function hasMoney({ attempt }: LockedAttempt): boolean {
  return MONEY_STATES.includes(attempt.state);
}
