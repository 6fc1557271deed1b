import { DomainError } from '../../../../common/errors/domain-error.js';
import type { ErrorCode } from '../../../../common/errors/error-codes.js';
import { formatAmount } from '../../../../common/money/amount.js';
import type { PaymentSubscription } from '../payment-subscription.entity.js';
import { periodAt } from '../../mandates/frequency.js';
import { type LastCharge, nextAttemptNumber } from './next-attempt-number.js';

/** Maximum of each charge of model O by the rules of the BLIK scheme: 2,000 PLN in grosz. */
export const MAX_MODEL_O_MINOR = 200_000;

export type ChargedTerms = Pick<
  PaymentSubscription,
  | 'model'
  | 'amountLimitMinor'
  | 'totalLimitMinor'
  | 'countLimit'
  | 'frequency'
  | 'initiationAt'
  | 'activatedAt'
  | 'chargeCount'
  | 'chargeMinor'
>;

export interface RequestedCharge {
  subscription: ChargedTerms;
  amountMinor: number;
  /** Attempt number that the partner sent. null: the next number is used. */
  number: number | null;
  last: LastCharge | null;
  /** Whether a charge of the billing period is paid or held. `period` is the number of the billing period. */
  isPaid: (period: number) => boolean | Promise<boolean>;
  now: Date;
  zone: string;
}

/**
 * Checks a charge against the mandate terms. The caller holds the subscription's lock and has checked that no other charge is pending.
 * @returns the billing period and the attempt number of the charge. The period is null without a frequency.
 * @throws DomainError with a code that names the broken limit, or ATTEMPT_OUT_OF_ORDER, ATTEMPTS_EXHAUSTED.
 */
export async function chargePosition(charge: RequestedCharge): Promise<{ period: number | null; number: number }> {
  const { subscription, amountMinor, now, zone, last } = charge;
  const { model, frequency, initiationAt, activatedAt } = subscription;
  rejectAmount(subscription, amountMinor);
  if (initiationAt && now < initiationAt) throw rejection('INITIATION_DATE_NOT_REACHED', 'It must not be charged yet.');
  rejectTotals(subscription, amountMinor);
  const period = frequency === null ? null : periodAt(frequency, initiationAt ?? activatedAt ?? now, zone, now);
  if (model === 'A' && period !== null && (await charge.isPaid(period)))
    throw rejection('FREQUENCY_LIMIT_EXCEEDED', `This billing period is paid, and there is one charge in ${frequency}.`);
  const nextNumber = nextAttemptNumber(last, period, now);
  if (nextNumber === null) throw rejection('ATTEMPTS_EXHAUSTED', 'There were ten attempts in this billing period.');
  if (charge.number !== null && charge.number !== nextNumber) throw rejection('ATTEMPT_OUT_OF_ORDER', `The attempt must be ${nextNumber}.`);
  return { period, number: nextNumber };
}

function rejectAmount({ model, amountLimitMinor }: ChargedTerms, amountMinor: number): void {
  if (amountMinor === 0) throw rejection('AMOUNT_NOT_CHARGEABLE', 'A transaction of 0 cannot be charged.');
  const max = model === 'O' ? MAX_MODEL_O_MINOR : amountLimitMinor;
  if (max !== null && amountMinor > max) throw rejection('AMOUNT_LIMIT_EXCEEDED', `A charge is at most ${formatAmount(max)} PLN.`);
}

function rejectTotals({ countLimit, totalLimitMinor, chargeCount, chargeMinor }: ChargedTerms, amountMinor: number): void {
  if (countLimit !== null && chargeCount >= countLimit) throw rejection('COUNT_LIMIT_EXCEEDED', `There are at most ${countLimit} charges.`);
  if (totalLimitMinor !== null && chargeMinor + amountMinor > totalLimitMinor)
    throw rejection('TOTAL_AMOUNT_LIMIT_EXCEEDED', `Only ${formatAmount(totalLimitMinor - chargeMinor)} PLN are left to be charged.`);
}

function rejection(code: ErrorCode, message: string): DomainError {
  return new DomainError(code, { message });
}
