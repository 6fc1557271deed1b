import type { Agreement } from './agreement.js';
import { dayOf } from './day.js';
import type { AcquirerAttempt } from './online-payment.js';

/** Of model O, by the scheme's rules. */
const MOST_OF_MODEL_O = 200_000;

export interface Sums {
  count: number;
  minor: number;
}

export function paidOf({ charges }: Agreement): Sums {
  return sumOf(charges.filter(({ standing }) => standing === 'taken'));
}

/** Paid, under way, or waiting for its payer. */
export function chargedOf({ charges, waiting }: Agreement): Sums {
  return sumOf([...charges.filter(({ standing }) => standing !== 'free'), ...waiting]);
}

export function underWay({ charges, waiting }: Agreement): number {
  return charges.filter(({ standing }) => standing === 'running').length + waiting.length;
}

/** Which billing period it is in, from the first one; null where there are none. */
export function periodOf({ terms: { everyDays, firstDay } }: Agreement, at: Date): number | null {
  return everyDays === null || firstDay === null ? null : Math.floor((dayOf(at) - firstDay) / everyDays);
}

export function isBeforeBegin({ terms: { firstDay } }: Agreement, at: Date): boolean {
  return firstDay !== null && dayOf(at) < firstDay;
}

export function isPastEnd({ terms: { lastDay } }: Agreement, at: Date): boolean {
  return lastDay !== null && dayOf(at) > lastDay;
}

/** Of each charge. */
export function mostOf({ terms: { model, limit } }: Agreement): number {
  return model === 'O' ? MOST_OF_MODEL_O : (limit ?? Infinity);
}

/** Whether money that comes late, for a charge that counts no more, is still within what was agreed to. */
export function fits(agreement: Agreement, late: AcquirerAttempt): boolean {
  const { terms, charges } = agreement;
  const { count, minor } = chargedOf(agreement);
  const others = charges.filter((charge) => charge !== late && charge.standing !== 'free');
  const isPeriodCharged = terms.model === 'A' && others.some(({ period }) => period === late.period);
  const isPaymentCharged = others.some(({ payment }) => payment === late.payment) || agreement.waiting.includes(late.payment);
  return (
    count < (terms.count ?? Infinity) && minor + late.asked.amount <= (terms.total ?? Infinity) && !isPeriodCharged && !isPaymentCharged
  );
}

function sumOf(all: readonly { asked: { amount: number } }[]): Sums {
  return { count: all.length, minor: all.reduce((sum, { asked }) => sum + asked.amount, 0) };
}
