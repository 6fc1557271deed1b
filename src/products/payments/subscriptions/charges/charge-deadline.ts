import type { PaymentSubscription } from '../payment-subscription.entity.js';

const CONFIRMATION_HOURS = 72;

/** The time until which the payer can confirm a charge of model M in the bank's app. Undefined for other models: they need no confirmation. */
export function chargeDeadline({ model }: Pick<PaymentSubscription, 'model'>, now: Date): Date | undefined {
  return model === 'M' ? new Date(now.getTime() + CONFIRMATION_HOURS * 3_600_000) : undefined;
}
