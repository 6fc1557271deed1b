import type { FieldErrors } from '../../../../common/errors/domain-error.js';
import type { RecurringCapabilities } from '../../../../connectors/acquirers/port/capabilities.js';
import type { RecurringModel } from '../../../../connectors/acquirers/port/mandate.js';
import { RECURRING_CHANNEL } from '../../payment-methods/channel-availability.js';
import type { CreatePaymentRequest } from './create-payment.request.js';
import type { CreateSubscriptionRequest } from '../../mandates/create-subscription.request.js';
import { defaultLabel } from '../../mandates/default-label.js';
import { parseTerms } from '../../mandates/parse-terms.js';

/** A subscription to which the payer can consent on the payment's page, as it is stored with the payment. */
export interface OfferedSubscription extends Pick<CreateSubscriptionRequest, 'options' | 'descriptions'> {
  alias: CreateSubscriptionRequest['alias'] & { label: string };
}

type OfferRequest = Pick<CreatePaymentRequest, 'subscription' | 'directChannel' | 'amount'>;

/** Checks an offer by the rules of the endpoint that creates subscriptions, as far as possible before the payer's consent. */
export function offerProblems({ subscription, directChannel }: OfferRequest, now: Date, zone: string): FieldErrors {
  if (!subscription) return {};
  if (directChannel !== RECURRING_CHANNEL) return { subscription: [`A subscription needs the directChannel ${RECURRING_CHANNEL}.`] };
  const parsed = parseTerms(subscription.options, now, zone);
  return 'errors' in parsed ? withFieldPrefix(parsed.errors) : {};
}

/** Rejects an offer that the connector does not support, so that the page does not ask a payer to consent to it. */
export function capabilityProblems({ subscription, amount }: OfferRequest, recurring: RecurringCapabilities | null): FieldErrors {
  if (!subscription) return {};
  const model = subscription.options.model as RecurringModel;
  if (!recurring?.models.includes(model))
    return withFieldPrefix({ 'options.model': [`The channel has no subscriptions of the model ${model}.`] });
  return amount === 0 && !recurring.supportsSetupPayments ? { amount: ['The channel takes a consent with a payment only.'] } : {};
}

/** The offer as it is stored, with the label that the bank's app will show. */
export function offeredSubscription({ subscription }: OfferRequest, serviceName: string): OfferedSubscription | null {
  if (!subscription) return null;
  const { alias, options, descriptions } = subscription;
  return {
    alias: { ...alias, label: alias.label ?? defaultLabel(serviceName) },
    options: { ...options },
    descriptions: descriptions ?? null,
  };
}

function withFieldPrefix(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, messages]) => [`subscription.${path}`, messages]));
}
