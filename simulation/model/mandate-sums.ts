import type { Mandate } from './mandate.js';
import { dayOf } from './day.js';
import type { AcquirerAttempt } from './online-payment.js';

/** The limits of model O, by the scheme's rules. */
const MAX_OF_MODEL_O = 200_000;

export interface Sums {
  count: number;
  minor: number;
}

export function paidOf({ charges }: Mandate): Sums {
  return sumOf(charges.filter(({ chargeState }) => chargeState === 'taken'));
}

/** Paid, in progress, or waiting for the payer. */
export function chargedOf({ charges, waiting }: Mandate): Sums {
  return sumOf([...charges.filter(({ chargeState }) => chargeState !== 'free'), ...waiting]);
}

export function inProgress({ charges, waiting }: Mandate): number {
  return charges.filter(({ chargeState }) => chargeState === 'running').length + waiting.length;
}

/** Number of its billing period, from the first one; null for a model without periods. */
export function periodOf({ terms: { everyDays, firstDay } }: Mandate, at: Date): number | null {
  return everyDays === null || firstDay === null ? null : Math.floor((dayOf(at) - firstDay) / everyDays);
}

export function isBeforeStart({ terms: { firstDay } }: Mandate, at: Date): boolean {
  return firstDay !== null && dayOf(at) < firstDay;
}

export function isPastEnd({ terms: { lastDay } }: Mandate, at: Date): boolean {
  return lastDay !== null && dayOf(at) > lastDay;
}

/** The limit of each charge. */
export function chargeLimit({ terms: { model, limit } }: Mandate): number {
  return model === 'O' ? MAX_OF_MODEL_O : (limit ?? Infinity);
}

/** Whether a late payment of a charge that no longer counts is still within the mandate's limits. */
export function isWithinLimits(mandate: Mandate, late: AcquirerAttempt): boolean {
  const { terms, charges } = mandate;
  const { count, minor } = chargedOf(mandate);
  const others = charges.filter((charge) => charge !== late && charge.chargeState !== 'free');
  const isPeriodCharged = terms.model === 'A' && others.some(({ period }) => period === late.period);
  const isPaymentCharged = others.some(({ payment }) => payment === late.payment) || mandate.waiting.includes(late.payment);
  return (
    count < (terms.count ?? Infinity) && minor + late.requested.amount <= (terms.total ?? Infinity) && !isPeriodCharged && !isPaymentCharged
  );
}

function sumOf(all: readonly { requested: { amount: number } }[]): Sums {
  return { count: all.length, minor: all.reduce((sum, { requested }) => sum + requested.amount, 0) };
}
