import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { AttemptResult, NotFound, NotSent } from '../../../../connectors/acquirers/port/attempt.js';
import { isSameMoney, type Money } from '../../../../connectors/acquirers/port/money.js';
import { referenceToUuid } from '../../../../common/reference.js';
import { type AttemptKey, ATTEMPTS } from '../acquirer-attempts.js';
import { PaymentTransaction } from '../../payments/payment-transaction.entity.js';
import { MAX_BLIK_CODES } from '../../payment-methods/limits.js';
import { OutcomeTransactions } from '../../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../../acquirers/callback-log.js';
import { ATTEMPT, PAYMENT } from '../payment-subject.js';
import { applyOutcome, type OutcomeSteps, outcomeTable } from '../../../../platform/remote-operations/outcome-table.js';
import { PollSchedule, SLOW_POLL_COUNT } from '../../../../platform/remote-operations/poll-schedule.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import type { UnpaidOutcome } from '../attempt-conflict.js';
import { CodeLog } from '../codes/code-log.js';
import { CodeOutcomeService } from '../codes/code-outcome.service.js';
import type { PaymentCode } from '../codes/payment-code.entity.js';
import { CloseUnpaidAttemptService } from './close-unpaid-attempt.service.js';
import { lockAttempt, type LockedAttempt } from '../lock-attempt.js';
import { AllocateFundsService } from './allocate-funds.service.js';
import { ResolveConflictService } from './resolve-conflict.service.js';

/** A status update about an attempt. The result of a poll has the time at which the poll began. */
export type AttemptUpdate = (AttemptResult & { polledAt?: Date }) | NotSent | (NotFound & { polledAt: Date });

/** A code or alias was declined, and the payer may enter another code. */
type CodeDeclined = Omit<Extract<AttemptResult, { outcome: 'failed' }>, 'outcome'> & { outcome: 'code_declined'; polledAt?: Date };

type Authorization = Pick<AttemptResult, 'money'> & { polledAt?: Date };

/**
 * The effect or the step of each outcome, by the state of the attempt. After a reversal, the update that the acquirer captured nothing is
 * ignored.
 */
// prettier-ignore
export const ATTEMPT_OUTCOMES = outcomeTable(
              ['unknown', 'pending',       'authorized',          'paid',     'failed',         'code_declined',      'canceled',       'expired',        'not_sent', 'not_found'], {
  sent:       ['no_news', 'start',         'authorize',           'allocate', 'close',          'decline_code',       'close',          'close',          'undo',     'close_if_believed'],
  pending:    ['no_news', 'set_next_step', 'authorize',           'allocate', 'close',          'decline_code',       'close',          'close',          'no_news',  'close_if_believed'],
  authorized: ['no_news', 'no_news',       'check_amount',        'allocate', 'close',          'conclude_late_code', 'close',          'close',          'no_news',  'too_late'],
  lapsed:     ['no_news', 'no_news',       'too_late',            'allocate', 'close',          'conclude_late_code', 'close',          'close',          'no_news',  'close_if_believed'],
  failed:     ['no_news', 'no_news',       'too_late',            'allocate', 'duplicate',      'conclude_late_code', 'too_late',       'too_late',       'no_news',  'too_late'],
  canceled:   ['no_news', 'no_news',       'too_late',            'allocate', 'too_late',       'conclude_late_code', 'duplicate',      'too_late',       'no_news',  'too_late'],
  expired:    ['no_news', 'no_news',       'too_late',            'allocate', 'too_late',       'conclude_late_code', 'too_late',       'duplicate',      'no_news',  'too_late'],
  not_sent:   ['no_news', 'reopen',        'too_late',            'allocate', 'too_late',       'conclude_late_code', 'too_late',       'too_late',       'no_news',  'too_late'],
  not_found:  ['no_news', 'reopen',        'too_late',            'allocate', 'too_late',       'conclude_late_code', 'too_late',       'too_late',       'no_news',  'duplicate'],
  paid:       ['no_news', 'no_news',       'check_booked_amount', 'confirm',  'store_conflict', 'check_paid_code',    'store_conflict', 'store_conflict', 'no_news',  'too_late'],
  held:       ['no_news', 'no_news',       'check_booked_amount', 'confirm',  'store_conflict', 'check_paid_code',    'store_conflict', 'store_conflict', 'no_news',  'too_late'],
  return_due: ['no_news', 'no_news',       'check_booked_amount', 'confirm',  'store_conflict', 'check_paid_code',    'store_conflict', 'store_conflict', 'no_news',  'too_late'],
  returned:   ['no_news', 'no_news',       'check_booked_amount', 'confirm',  'too_late',       'conclude_late_code', 'too_late',       'too_late',       'no_news',  'too_late'],
  suspense:   ['no_news', 'no_news',       'check_booked_amount', 'confirm',  'store_conflict', 'check_paid_code',    'store_conflict', 'store_conflict', 'no_news',  'too_late'],
});

/**
 * Applies a status update about an attempt, from the response to a start, a code or a poll, or from a callback. Updates may come in any
 * order, repeatedly or concurrently: the final state is the same. For this, the payment's row is locked first, and the step is chosen by
 * the attempt's state (`ATTEMPT_OUTCOMES`).
 */
@Injectable()
export class ApplyAttemptOutcomeService {
  private readonly steps: OutcomeSteps<typeof ATTEMPT_OUTCOMES, LockedAttempt, AttemptUpdate | CodeDeclined, AttemptEffect> = {
    start: (locked, update) => this.start(locked, update),
    set_next_step: (locked, update) => this.setNextStep(locked, update),
    reopen: (locked) => this.reopen(locked),
    authorize: (locked, update) => this.authorize(locked, update),
    check_amount: (locked, update) => this.checkAmount(locked, update),
    check_booked_amount: (locked, { money, polledAt }) => this.resolveConflict.authorized(locked, money, polledAt),
    allocate: (locked, { money }) => this.allocate(locked, money),
    confirm: (locked, { money, polledAt }) => this.resolveConflict.paid(locked, money, polledAt),
    close: (locked, update) => this.close(locked, update),
    store_conflict: (locked, { outcome, polledAt }) => this.resolveConflict.unpaid(locked, outcome, polledAt),
    decline_code: (locked, update) => this.declineCode(locked, update),
    conclude_late_code: (locked, update) => this.concludeLateCode(locked, update),
    check_paid_code: (locked, update) => this.checkPaidCode(locked, update),
    undo: (locked) => this.closeUnpaid.run(locked, 'not_sent', null, 'channel_not_reached'),
    close_if_believed: (locked, { polledAt }) => this.closeIfBelieved(locked, polledAt),
  };

  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly schedule: PollSchedule,
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
    const { unit, attempt } = locked;
    if (update.outcome !== 'not_sent' && update.outcome !== 'not_found') await ATTEMPTS.storeResult(unit.tx, attempt, update);
    const isCodeDeclined = update.outcome === 'failed' && update.next.kind === 'needsCode';
    const named = isCodeDeclined ? { ...update, outcome: 'code_declined' as const } : update;
    return applyOutcome(ATTEMPT_OUTCOMES, this.steps, attempt.state, locked, named);
  }

  private async start({ unit, row, attempt }: LockedAttempt, { next }: Pick<AttemptResult, 'next'>): Promise<AttemptEffect> {
    const set = next.kind === 'none' ? {} : { next };
    await unit.move(ATTEMPT, [attempt], { to: 'pending', reason: 'channel_started', set });
    if (row.status === 'transaction_new') await unit.move(PAYMENT, [row], { to: 'transaction_generated', reason: 'channel_started' });
    return 'applied';
  }

  /** The result of a poll does not always repeat the payer's next step. */
  private async setNextStep({ unit, attempt }: LockedAttempt, { next }: Pick<AttemptResult, 'next'>): Promise<AttemptEffect> {
    if (next.kind === 'none') return 'no_news';
    await ATTEMPTS.set(unit.tx, attempt, { next });
    return 'applied';
  }

  /**
   * The gateway has closed the attempt, but the acquirer has it after all. It is polled slowly, because the payer does not wait for it any
   * more.
   */
  private async reopen({ unit, attempt }: LockedAttempt): Promise<AttemptEffect> {
    const set = { nextPollAt: this.schedule.firstPollAt(this.clock.now()), pollCount: SLOW_POLL_COUNT };
    await unit.move(ATTEMPT, [attempt], { to: 'lapsed', reason: 'channel_knows_it', set });
    return 'applied';
  }

  /** Makes the attempt due, so that a worker captures the money. The money of an abandoned attempt is not captured. */
  private async authorize(locked: LockedAttempt, { money, polledAt }: Authorization): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    if (money && !isSameMoney(money, attempt)) return this.resolveConflict.storeAmountConflict(locked, money, polledAt);
    const set = { next: { kind: 'none' as const }, nextPollAt: this.clock.now(), pollCount: 0 };
    await unit.move(ATTEMPT, [attempt], { to: 'authorized', reason: 'channel_authorized', set });
    if (row.status === 'transaction_new') await unit.move(PAYMENT, [row], { to: 'transaction_generated', reason: 'channel_started' });
    await unit.move(PAYMENT, [row], { to: 'transaction_confirmed', reason: 'channel_authorized' });
    return 'applied';
  }

  private async checkAmount(locked: LockedAttempt, { money, polledAt }: Authorization): Promise<AttemptEffect> {
    if (money && !isSameMoney(money, locked.attempt)) return this.resolveConflict.storeAmountConflict(locked, money, polledAt);
    return 'duplicate';
  }

  private async allocate(locked: LockedAttempt, money: Money | null): Promise<AttemptEffect> {
    const code = await this.codes.conclude(locked.unit, locked.attempt.reference, null, { state: 'paid' });
    const effect = await this.allocateFunds.run(locked, money);
    if (code) await this.codeOutcomes.handlePaidCode(locked, code);
    return effect;
  }

  private close(locked: LockedAttempt, update: AttemptResult & { outcome: UnpaidOutcome }): Promise<AttemptEffect> {
    const reason = update.outcome === 'failed' ? update.reason : null;
    return this.closeUnpaid.run(locked, update.outcome, reason, `channel_${update.outcome}`);
  }

  /** The acquirer has had the attempt, unless the attempt's state is `sent`. */
  private async closeIfBelieved(locked: LockedAttempt, polledAt: Date): Promise<AttemptEffect> {
    const { state, startedAt, updatedAt } = locked.attempt;
    const believedFrom = this.schedule.notFoundBelievedFrom({ sentAt: startedAt, knownAt: state === 'sent' ? null : updatedAt });
    return polledAt >= believedFrom ? this.closeUnpaid.run(locked, 'not_found', null, 'channel_does_not_know_it') : 'no_news';
  }

  /** The payer may enter another code, unless the payment has no codes left. */
  private async declineCode(locked: LockedAttempt, update: CodeDeclined): Promise<AttemptEffect> {
    const { reason } = update;
    const code = await this.concludeCode(locked, update);
    if (!code) return 'duplicate';
    const isLast = locked.row.codeCount >= MAX_BLIK_CODES;
    const effect = isLast
      ? await this.closeUnpaid.run(locked, 'failed', reason, 'too_many_codes')
      : await this.acceptAnotherCode(locked, update);
    await this.codeOutcomes.handleDeclinedCode(locked, code, reason);
    return effect;
  }

  private async acceptAnotherCode(locked: LockedAttempt, update: CodeDeclined): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    const { reason } = update;
    await (attempt.state === 'sent' ? this.start(locked, update) : this.setNextStep(locked, update));
    await ATTEMPTS.set(unit.tx, attempt, { reason });
    await unit.tx.update(PaymentTransaction, { id: row.id }, { failureReason: reason, updatedAt: this.clock.now() });
    return 'applied';
  }

  private async concludeLateCode(locked: LockedAttempt, update: CodeDeclined): Promise<AttemptEffect> {
    await this.concludeCode(locked, update);
    return 'too_late';
  }

  /** Only a decline of the code that paid is a conflict. A late decline of an earlier code is not. */
  private async checkPaidCode(locked: LockedAttempt, update: CodeDeclined): Promise<AttemptEffect> {
    const { submission, polledAt } = update;
    if (await this.codes.hasPaid(locked.unit, locked.attempt.reference, codeReferenceOf(submission)))
      return this.resolveConflict.unpaid(locked, 'failed', polledAt);
    return this.concludeLateCode(locked, update);
  }

  /** @returns the declined code; null when it was not open. */
  private concludeCode({ unit, attempt }: LockedAttempt, { submission, reason, rawCode }: CodeDeclined): Promise<PaymentCode | null> {
    return this.codes.conclude(unit, attempt.reference, codeReferenceOf(submission), { state: 'refused', reason, rawCode });
  }
}

/** null when the acquirer names no code. */
function codeReferenceOf(submission: string | null): string | null {
  return submission === null ? null : referenceToUuid(submission);
}
