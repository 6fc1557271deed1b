import type { FieldErrors } from '../../../../common/errors/domain-error.js';
import type { RecurringCapabilities } from '../../../../connectors/channels/port/capabilities.js';
import type { RecurringModel } from '../../../../connectors/channels/port/consent.js';
import { RECURRING_CHANNEL } from '../../channels/why-unusable.js';
import type { CreatePaymentRequest } from './create-payment.request.js';
import type { CreateSubscriptionRequest } from '../../mandates/create-subscription.request.js';
import { defaultLabel } from '../../mandates/default-label.js';
import { readTerms } from '../../mandates/read-terms.js';

/** A subscription that a payer is asked to agree to on the page of its payment, as it is kept with that. */
export interface OfferedSubscription extends Pick<CreateSubscriptionRequest, 'options' | 'descriptions'> {
  alias: CreateSubscriptionRequest['alias'] & { label: string };
}

type Asked = Pick<CreatePaymentRequest, 'subscription' | 'directChannel' | 'amount'>;

/** What of an offer can be judged before anybody agrees, by the very rules of the endpoint that creates subscriptions. */
export function offerProblems({ subscription, directChannel }: Asked, now: Date, zone: string): FieldErrors {
  if (!subscription) return {};
  if (directChannel !== RECURRING_CHANNEL) return { subscription: [`A subscription needs the directChannel ${RECURRING_CHANNEL}.`] };
  const read = readTerms(subscription.options, now, zone);
  return 'errors' in read ? below(read.errors) : {};
}

/** What the channel cannot do of it: a payer must not be asked for what comes to nothing. */
export function unableProblems({ subscription, amount }: Asked, able: RecurringCapabilities | null): FieldErrors {
  if (!subscription) return {};
  const model = subscription.options.model as RecurringModel;
  if (!able?.models.includes(model)) return below({ 'options.model': [`The channel has no subscriptions of the model ${model}.`] });
  return amount === 0 && !able.withoutPayment ? { amount: ['The channel takes a consent with a payment only.'] } : {};
}

/** As it is kept: the label that the payer sees is the one that the bank's app shows. */
export function offeredSubscription({ subscription }: Asked, serviceName: string): OfferedSubscription | null {
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
