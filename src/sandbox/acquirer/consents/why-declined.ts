import type { Agreement } from '../agreements/agreement.js';
import type { PaymentOrder } from '../payments/orders.js';

/** Of charges under a consent that were made or wait; the payment that it began with is none. */
export interface Charged {
  count: number;
  sumMinor: number;
}

/** Model O: the scheme's own limit of one charge. */
const MOST_OF_O_MINOR = 200_000;

/** Why the payer's bank does not let a charge through, in the scheme's words; null when it does. */
export function whyDeclined(
  { state, terms }: Agreement,
  { amountMinor, currency }: Pick<PaymentOrder, 'amountMinor' | 'currency'>,
  charged: Charged,
  now: Date,
): string | null {
  if (!terms || state === 'WAITING' || state === 'FAILED') return 'ALIAS_NOT_FOUND';
  if (state !== 'ACTIVE' || currency !== terms.currency) return 'ALIAS_DECLINED';
  const most = terms.limitMinor ?? (terms.model === 'O' ? MOST_OF_O_MINOR : Infinity);
  if (amountMinor > most || charged.sumMinor + amountMinor > (terms.totalMinor ?? Infinity)) return 'ER_DATAAMT_HUGE';
  const tooEarly = terms.firstChargeOn !== null && new Date(terms.firstChargeOn) > now;
  return tooEarly || charged.count >= (terms.chargesLimit ?? Infinity) ? 'LIMIT_EXCEEDED' : null;
}
