import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { AcquirerConnectors } from '../../../../connectors/acquirers/port/acquirer-connectors.js';
import type { FailureReason } from '../../../../connectors/acquirers/port/failure-reasons.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { PaymentTransaction } from '../../payments/payment-transaction.entity.js';
import { MAX_ATTEMPTS, MAX_BLIK_CODES } from '../../payment-methods/limits.js';
import { ATTEMPT, PAYMENT } from '../payment-subject.js';
import { OPEN_STATUSES } from '../../payments/states.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import { NO_POLLS } from '../../../../platform/remote-operations/remote-operation.js';
import { ATTEMPT_TRANSITIONS, type AttemptState, IN_PROGRESS_STATES } from '../states.js';
import { CodeLog } from '../codes/code-log.js';
import { CodeOutcomeService } from '../codes/code-outcome.service.js';
import { isRecurringCharge } from '../../mandates/charge-of-attempt.js';
import type { LockedAttempt } from '../lock-attempt.js';

type ClosedState = Extract<AttemptState, 'failed' | 'canceled' | 'expired' | 'not_sent' | 'not_found'>;

/** Decline reason of an open code whose attempt is closed without a reason. */
const REASON_OF_OPEN_CODE: Record<ClosedState, FailureReason> = {
  failed: 'other',
  canceled: 'code_cancelled',
  expired: 'payer_timeout',
  not_sent: 'other',
  not_found: 'other',
};

/**
 * Closes an attempt unpaid. The payer may try again while attempts or codes remain. Otherwise the payment fails. The payment also fails
 * when an authorized attempt or a recurring charge is closed.
 */
@Injectable()
export class CloseUnpaidAttemptService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly codes: CodeLog,
    private readonly codeOutcomes: CodeOutcomeService,
    private readonly connectors: AcquirerConnectors,
  ) {}

  /** @param reason the acquirer's reason for a failure. @param cause reason of the change in the history. */
  async run(locked: LockedAttempt, to: ClosedState, reason: FailureReason | null, cause: string): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    // An authorized attempt, for example, cannot become `not_found`.
    if (!ATTEMPT_TRANSITIONS.allows(attempt.state, to)) return 'too_late';
    const wasInProgress = IN_PROGRESS_STATES.includes(attempt.state);
    const code = await this.codes.conclude(
      unit,
      attempt.reference,
      null,
      reason === null ? { state: 'closed' } : { state: 'refused', reason },
    );
    await unit.move(ATTEMPT, [attempt], {
      to,
      reason: cause,
      set: { ...NO_FURTHER_STEPS, reason: reason ?? attempt.reason },
    });
    // If the attempt expires after a declined code and no other code was submitted, the payment gets the reason of that code.
    const lastDecline = to === 'expired' && !code ? attempt.reason : null;
    if (wasInProgress) await this.updatePayment(locked, row, to, reason ?? lastDecline);
    if (code) await this.codeOutcomes.handleDeclinedCode(locked, code, reason ?? REASON_OF_OPEN_CODE[to]);
    return 'applied';
  }

  private async updatePayment(
    { unit, attempt }: LockedAttempt,
    row: PaymentTransaction,
    closedState: ClosedState,
    reason: FailureReason | null,
  ): Promise<void> {
    const failureReason = reason ?? (closedState === 'failed' ? 'other' : closedState);
    const isConfirmed = row.status === 'transaction_confirmed';
    if (!isConfirmed && !OPEN_STATUSES.includes(row.status)) return;
    // An attempt that was never sent does not count.
    const attemptCount = row.attemptCount - (closedState === 'not_sent' ? 1 : 0);
    const hasFailed =
      isConfirmed ||
      this.hasNoAttemptsLeft({ ...row, attemptCount }) ||
      (closedState !== 'not_sent' && (await isRecurringCharge(unit, attempt)));
    if (hasFailed) {
      await unit.move(PAYMENT, [row], {
        to: 'transaction_failure',
        reason: failureReason,
        set: { failureReason, attemptCount },
      });
      return;
    }
    const set = { failureReason, attemptCount, dueAt: row.expiresAt, updatedAt: this.clock.now() };
    await unit.tx.update(PaymentTransaction, { id: row.id }, set);
    Object.assign(row, set);
  }

  /** Without codes left, the payer can still use channels that take no codes. */
  private hasNoAttemptsLeft({ attemptCount, codeCount, offeredChannels }: PaymentTransaction): boolean {
    if (attemptCount >= MAX_ATTEMPTS) return true;
    const takesCodes = (id: (typeof offeredChannels)[number]): boolean => Boolean(this.connectors.serving(id)?.capabilities[id]?.submits);
    return codeCount >= MAX_BLIK_CODES && offeredChannels.every(takesCodes);
  }
}

/** The payer has nothing more to do, and the acquirer need not be polled. */
const NO_FURTHER_STEPS = { next: { kind: 'none' }, ...NO_POLLS } satisfies Partial<PaymentAttempt>;
