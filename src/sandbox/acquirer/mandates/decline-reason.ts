import type { Registration } from '../registrations/registration.js';
import type { PaymentOrder } from '../payments/orders.js';

/** The paid and the waiting charges under a mandate, without the first payment. */
export interface ChargedTotals {
  count: number;
  sumMinor: number;
}

/** The scheme's limit for a charge of model O. */
const MAX_MODEL_O_MINOR = 200_000;

/** The scheme's code of the decline reason; null when the payer's bank accepts the charge. */
export function declineReason(
  { state, terms }: Registration,
  { amountMinor, currency }: Pick<PaymentOrder, 'amountMinor' | 'currency'>,
  charged: ChargedTotals,
  now: Date,
): string | null {
  if (!terms || state === 'WAITING' || state === 'FAILED') return 'ALIAS_NOT_FOUND';
  if (state !== 'ACTIVE' || currency !== terms.currency) return 'ALIAS_DECLINED';
  const maxMinor = terms.limitMinor ?? (terms.model === 'O' ? MAX_MODEL_O_MINOR : Infinity);
  if (amountMinor > maxMinor || charged.sumMinor + amountMinor > (terms.totalMinor ?? Infinity)) return 'ER_DATAAMT_HUGE';
  const isTooEarly = terms.firstChargeOn !== null && new Date(terms.firstChargeOn) > now;
  return isTooEarly || charged.count >= (terms.chargesLimit ?? Infinity) ? 'LIMIT_EXCEEDED' : null;
}
