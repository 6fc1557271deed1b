import type { Registration } from '../registrations/registration.js';
import type { PaymentOrder } from '../payments/orders.js';

/** Paid and waiting charges under a mandate, without the first payment. */
export interface ChargedTotals {
  count: number;
  sumMinor: number;
}

/** The scheme's limit for a charge of model O. */
const MAX_OF_O_MINOR = 200_000;

/** The scheme's code for why the payer's bank declines a charge; null when it accepts it. */
export function declineReason(
  { state, terms }: Registration,
  { amountMinor, currency }: Pick<PaymentOrder, 'amountMinor' | 'currency'>,
  charged: ChargedTotals,
  now: Date,
): string | null {
  if (!terms || state === 'WAITING' || state === 'FAILED') return 'ALIAS_NOT_FOUND';
  if (state !== 'ACTIVE' || currency !== terms.currency) return 'ALIAS_DECLINED';
  const most = terms.limitMinor ?? (terms.model === 'O' ? MAX_OF_O_MINOR : Infinity);
  if (amountMinor > most || charged.sumMinor + amountMinor > (terms.totalMinor ?? Infinity)) return 'ER_DATAAMT_HUGE';
  const tooEarly = terms.firstChargeOn !== null && new Date(terms.firstChargeOn) > now;
  return tooEarly || charged.count >= (terms.chargesLimit ?? Infinity) ? 'LIMIT_EXCEEDED' : null;
}
