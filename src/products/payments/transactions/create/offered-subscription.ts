import type { FieldErrors } from '../../../../common/errors/domain-error.js';
import type { RecurringCapabilities } from '../../../../connectors/acquirers/port/capabilities.js';
import type { RecurringModel } from '../../../../connectors/acquirers/port/mandate.js';
import { RECURRING_CHANNEL } from '../../channels/channel-availability.js';
import type { CreatePaymentRequest } from './create-payment.request.js';
import type { CreateSubscriptionRequest } from '../../mandates/create-subscription.request.js';
import { defaultLabel } from '../../mandates/default-label.js';
import { parseTerms } from '../../mandates/parse-terms.js';

/** A subscription that the payer can agree to on the payment's page, as it is kept with the payment. */
export interface OfferedSubscription extends Pick<CreateSubscriptionRequest, 'options' | 'descriptions'> {
  alias: CreateSubscriptionRequest['alias'] & { label: string };
}

type OfferRequest = Pick<CreatePaymentRequest, 'subscription' | 'directChannel' | 'amount'>;

/** What can be checked before the payer agrees, by the rules of the endpoint that creates subscriptions. */
export function offerProblems({ subscription, directChannel }: OfferRequest, now: Date, zone: string): FieldErrors {
  if (!subscription) return {};
  if (directChannel !== RECURRING_CHANNEL) return { subscription: [`A subscription needs the directChannel ${RECURRING_CHANNEL}.`] };
  const read = parseTerms(subscription.options, now, zone);
  return 'errors' in read ? below(read.errors) : {};
}

/** What the channel cannot do: a payer must not be asked to agree to that. */
export function capabilityProblems({ subscription, amount }: OfferRequest, able: RecurringCapabilities | null): FieldErrors {
  if (!subscription) return {};
  const model = subscription.options.model as RecurringModel;
  if (!able?.models.includes(model)) return below({ 'options.model': [`The channel has no subscriptions of the model ${model}.`] });
  return amount === 0 && !able.withoutPayment ? { amount: ['The channel takes a consent with a payment only.'] } : {};
}

/** With the label that the bank's app will show. */
export function offeredSubscription({ subscription }: OfferRequest, serviceName: string): OfferedSubscription | null {
  if (!subscription) return null;
  const { alias, options, descriptions } = subscription;
  return {
    alias: { ...alias, label: alias.label ?? defaultLabel(serviceName) },
    options: { ...options },
    descriptions: descriptions ?? null,
  };
}

function below(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, sentences]) => [`subscription.${path}`, sentences]));
}
