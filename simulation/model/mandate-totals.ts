import type { Mandate } from './mandate.js';
import { dayOf } from './day.js';
import type { AcquirerAttempt } from './online-payment.js';

/** Limit of one charge of model O by the scheme's rules: 2,000.00 PLN. */
const MAX_MODEL_O_CHARGE_MINOR = 200_000;

/** Number of charges, and their sum in minor units. */
export interface ChargeTotals {
  count: number;
  minor: number;
}

/** Totals of the paid charges. */
export function paidTotals({ charges }: Mandate): ChargeTotals {
  return totalsOf(charges.filter(({ chargeState }) => chargeState === 'taken'));
}

/** Totals of the charges that count towards the limits: paid, held, in progress, or waiting for the payer's confirmation. */
export function limitTotals({ charges, awaitingConfirmation }: Mandate): ChargeTotals {
  return totalsOf([...charges.filter(({ chargeState }) => chargeState !== 'free'), ...awaitingConfirmation]);
}

/** Returns the number of charges in progress, including those that wait for the payer's confirmation. */
export function countInProgress({ charges, awaitingConfirmation }: Mandate): number {
  return charges.filter(({ chargeState }) => chargeState === 'running').length + awaitingConfirmation.length;
}

/** Returns the number of the billing period at this time, counted from 0; null for terms without periods. */
export function billingPeriodOf({ terms: { periodDays, firstDay } }: Mandate, at: Date): number | null {
  return periodDays === null || firstDay === null ? null : Math.floor((dayOf(at) - firstDay) / periodDays);
}

export function isBeforeStart({ terms: { firstDay } }: Mandate, at: Date): boolean {
  return firstDay !== null && dayOf(at) < firstDay;
}

export function isPastEnd({ terms: { lastDay } }: Mandate, at: Date): boolean {
  return lastDay !== null && dayOf(at) > lastDay;
}

/** Limit of one charge. */
export function chargeLimit({ terms: { model, maxChargeMinor } }: Mandate): number {
  return model === 'O' ? MAX_MODEL_O_CHARGE_MINOR : (maxChargeMinor ?? Infinity);
}

/** Whether a charge that is paid after the gateway has closed or abandoned its attempt is still within the mandate's limits. */
export function isWithinLimits(mandate: Mandate, lateCharge: AcquirerAttempt): boolean {
  const { terms, charges } = mandate;
  const { count, minor } = limitTotals(mandate);
  const countedCharges = charges.filter((charge) => charge !== lateCharge && charge.chargeState !== 'free');
  const isPeriodCharged = terms.model === 'A' && countedCharges.some(({ billingPeriod }) => billingPeriod === lateCharge.billingPeriod);
  const isPaymentCharged =
    countedCharges.some(({ payment }) => payment === lateCharge.payment) || mandate.awaitingConfirmation.includes(lateCharge.payment);
  return (
    count < (terms.maxCount ?? Infinity) &&
    minor + lateCharge.requested.amount <= (terms.maxTotalMinor ?? Infinity) &&
    !isPeriodCharged &&
    !isPaymentCharged
  );
}

function totalsOf(items: readonly { requested: { amount: number } }[]): ChargeTotals {
  return { count: items.length, minor: items.reduce((sum, { requested }) => sum + requested.amount, 0) };
}
