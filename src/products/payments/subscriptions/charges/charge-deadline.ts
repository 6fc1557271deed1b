import type { PaymentSubscription } from '../payment-subscription.entity.js';

const PAYER_HAS_HOURS = 72;

/** Until when the payer of model M can confirm a charge in the bank's app; undefined for other models, which need no confirmation. */
export function chargeDeadline({ model }: Pick<PaymentSubscription, 'model'>, now: Date): Date | undefined {
  return model === 'M' ? new Date(now.getTime() + PAYER_HAS_HOURS * 3_600_000) : undefined;
}
