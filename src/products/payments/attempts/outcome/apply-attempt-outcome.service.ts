import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { AttemptResult, NotFound, NotSent } from '../../../../connectors/acquirers/port/attempt.js';
import type { FailureReason } from '../../../../connectors/acquirers/port/failure-reasons.js';
import { isSameMoney } from '../../../../connectors/acquirers/port/money.js';
import { referenceToUuid } from '../../../../common/reference.js';
import { type AttemptKey, ATTEMPTS } from '../acquirer-attempts.js';
import { PaymentTransaction } from '../../transactions/payment-transaction.entity.js';
import { MAX_BLIK_CODES } from '../../channels/limits.js';
import { OutcomeTransactions } from '../../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../../acquirers/callback-log.js';
import { ATTEMPT, PAYMENT } from '../payment-subject.js';
import { AttemptPollSchedule, SLOW_POLL_COUNT } from '../../acquirers/attempt-poll-schedule.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import type { UnpaidOutcome } from '../attempt-conflict.js';
import { FUNDED_STATES, IN_PROGRESS_STATES } from '../attempt-transitions.js';
import { CodeLog } from '../codes/code-log.js';
import { CodeOutcomeService } from '../codes/code-outcome.service.js';
import { CloseUnpaidAttemptService } from './close-unpaid-attempt.service.js';
import { lockAttempt, type LockedAttempt } from '../lock-attempt.js';
import { AllocateFundsService } from './allocate-funds.service.js';
import { ResolveConflictService } from './resolve-conflict.service.js';

/** A status update about an attempt. The result of a poll has the time at which the poll began. */
export type AttemptUpdate = (AttemptResult & { polledAt?: Date }) | NotSent | (NotFound & { polledAt: Date });

/**
 * Applies a status update about an attempt, from the response to a start, a code or a poll, or from a callback. Updates may come in any
 * order, repeatedly or concurrently: the final state is the same. For this, the payment's row is locked first, and each step checks the
 * attempt's state.
 */
@Injectable()
export class ApplyAttemptOutcomeService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly schedule: AttemptPollSchedule,
    private readonly codes: CodeLog,
    private readonly codeOutcomes: CodeOutcomeService,
    private readonly allocateFunds: AllocateFundsService,
    private readonly closeUnpaid: CloseUnpaidAttemptService,
    private readonly resolveConflict: ResolveConflictService,
  ) {}

  /** @param callback the callback that contained the update; undefined for a response or a poll. */
  async run(key: AttemptKey, update: AttemptUpdate, callback?: ReceivedCallback): Promise<void> {
    const { reference } = key;
    await this.transactions.run(reference, callback, async (unit) => ({
      effect: await this.applyToLocked(await lockAttempt(unit, key), update),
      attemptReference: reference,
    }));
  }

  /** Applies the update in the caller's transaction, which holds the payment's lock. */
  async applyToLocked(locked: LockedAttempt, update: AttemptUpdate): Promise<AttemptEffect> {
    switch (update.outcome) {
      case 'not_sent':
        return locked.attempt.state === 'sent' ? this.closeUnpaid.run(locked, 'not_sent', null, 'channel_not_reached') : 'no_news';
      case 'not_found':
        return this.schedule.isNotFoundDefinite(locked.attempt, update.polledAt)
          ? this.closeUnpaid.run(locked, 'not_found', null, 'channel_does_not_know_it')
          : 'no_news';
      default:
        await ATTEMPTS.storeResult(locked.unit.tx, locked.attempt, update);
        return this.applyResult(locked, update, update.polledAt ?? null);
    }
  }

  private applyResult(locked: LockedAttempt, result: AttemptResult, polledAt: Date | null): AttemptEffect | Promise<AttemptEffect> {
    switch (result.outcome) {
      case 'unknown':
        return 'no_news';
      case 'pending':
        return this.applyPending(locked, result);
      case 'authorized':
        return this.applyAuthorized(locked, result, polledAt);
      case 'paid':
        return this.applyPaid(locked, result, polledAt);
      case 'failed':
        return result.next.kind === 'needsCode'
          ? this.applyDeclinedCode(locked, result, polledAt)
          : this.applyUnpaid(locked, 'failed', result.reason, polledAt);
      case 'canceled':
      case 'expired':
        return this.applyUnpaid(locked, result.outcome, null, polledAt);
    }
  }

  private applyUnpaid(
    locked: LockedAttempt,
    outcome: UnpaidOutcome,
    reason: FailureReason | null,
    polledAt: Date | null,
  ): Promise<AttemptEffect> {
    if (isFunded(locked)) return this.resolveConflict.unpaid(locked, outcome, polledAt);
    return this.closeUnpaid.run(locked, outcome, reason, `channel_${outcome}`);
  }

  private async applyPending(locked: LockedAttempt, { next }: AttemptResult): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    // The gateway has closed the attempt, but the acquirer has it after all. It is polled slowly, because the payer does not wait for it
    // any more.
    if (attempt.state === 'not_sent' || attempt.state === 'not_found') {
      const set = { nextPollAt: this.schedule.firstPollAt(this.clock.now()), pollCount: SLOW_POLL_COUNT };
      await unit.move(ATTEMPT, [attempt], { to: 'lapsed', reason: 'channel_knows_it', set });
      return 'applied';
    }
    if (attempt.state !== 'sent' && attempt.state !== 'pending') return 'no_news';
    // The result of a poll does not always repeat the payer's next step.
    const set = next.kind === 'none' ? {} : { next };
    if (attempt.state === 'pending') {
      await ATTEMPTS.set(unit.tx, attempt, set);
      return next.kind === 'none' ? 'no_news' : 'applied';
    }
    await unit.move(ATTEMPT, [attempt], { to: 'pending', reason: 'channel_started', set });
    if (row.status === 'transaction_new') await unit.move(PAYMENT, [row], { to: 'transaction_generated', reason: 'channel_started' });
    return 'applied';
  }

  /** Makes the attempt due, so that a worker captures the money. The money of an abandoned attempt is not captured. */
  private async applyAuthorized(locked: LockedAttempt, { money }: AttemptResult, polledAt: Date | null): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    if (isFunded(locked)) return this.resolveConflict.authorized(locked, money, polledAt);
    if (!IN_PROGRESS_STATES.includes(attempt.state)) return 'too_late';
    if (money && !isSameMoney(money, attempt)) return this.resolveConflict.storeAmountConflict(locked, money, polledAt);
    if (attempt.state === 'authorized') return 'duplicate';
    const set = { next: { kind: 'none' as const }, nextPollAt: this.clock.now(), pollCount: 0 };
    await unit.move(ATTEMPT, [attempt], { to: 'authorized', reason: 'channel_authorized', set });
    if (row.status === 'transaction_new') await unit.move(PAYMENT, [row], { to: 'transaction_generated', reason: 'channel_started' });
    await unit.move(PAYMENT, [row], { to: 'transaction_confirmed', reason: 'channel_authorized' });
    return 'applied';
  }

  private async applyPaid(locked: LockedAttempt, { money }: AttemptResult, polledAt: Date | null): Promise<AttemptEffect> {
    if (isFunded(locked)) return this.resolveConflict.paid(locked, money, polledAt);
    const code = await this.codes.conclude(locked.unit, locked.attempt.reference, null, { state: 'paid' });
    const effect = await this.allocateFunds.run(locked, money);
    if (code) await this.codeOutcomes.handlePaidCode(locked, code);
    return effect;
  }

  /** The payer may enter another code, unless the payment has no codes left. */
  private async applyDeclinedCode(
    locked: LockedAttempt,
    result: Extract<AttemptResult, { outcome: 'failed' }>,
    polledAt: Date | null,
  ): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    const codeReference = result.submission === null ? null : referenceToUuid(result.submission);
    const { reason, rawCode } = result;
    // Only a decline of the code that paid is a conflict. A late decline of an earlier code is not.
    if (isFunded(locked) && (await this.codes.hasPaid(unit, attempt.reference, codeReference)))
      return this.resolveConflict.unpaid(locked, 'failed', polledAt);
    const declinedCode = await this.codes.conclude(unit, attempt.reference, codeReference, { state: 'refused', reason, rawCode });
    if (attempt.state !== 'sent' && attempt.state !== 'pending') return 'too_late';
    if (!declinedCode) return 'duplicate';
    const isLast = row.codeCount >= MAX_BLIK_CODES;
    const effect = isLast
      ? await this.closeUnpaid.run(locked, 'failed', reason, 'too_many_codes')
      : await this.acceptAnotherCode(locked, reason, result);
    await this.codeOutcomes.handleDeclinedCode(locked, declinedCode, reason);
    return effect;
  }

  private async acceptAnotherCode(locked: LockedAttempt, reason: FailureReason, result: AttemptResult): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    await this.applyPending(locked, result);
    await ATTEMPTS.set(unit.tx, attempt, { reason });
    await unit.tx.update(PaymentTransaction, { id: row.id }, { failureReason: reason, updatedAt: this.clock.now() });
    return 'applied';
  }
}

function isFunded({ attempt }: LockedAttempt): boolean {
  return FUNDED_STATES.includes(attempt.state);
}
