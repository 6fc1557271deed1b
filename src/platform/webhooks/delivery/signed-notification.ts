import type { OutboundRequest } from '../../outbound/outbound-message.js';
import type { SigningKeys } from '../../partners/keys/service-keys.js';
import { signedBody } from './body-signature.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';
import { standardWebhookHeaders } from './standard-webhook-headers.js';

export interface NotificationTarget {
  url: string;
  /** Null: the gateway's own. */
  userAgent: string | null;
}

/** What a notification says, and when its attempt began. */
type Attempted = Pick<ClaimedDelivery, 'id' | 'serviceId' | 'json' | 'signedText' | 'startedAt'>;

/** The request to send: the stored body with its signature, and the Standard Webhooks headers, which sign the raw body. */
export function signedNotification(
  delivery: Attempted,
  { url, userAgent }: NotificationTarget,
  { bodyKey, webhookSecrets }: SigningKeys,
): OutboundRequest {
  const body = signedBody(delivery, bodyKey);
  const signatures = standardWebhookHeaders(delivery.id, delivery.startedAt, body, webhookSecrets);
  return {
    serviceId: delivery.serviceId,
    url,
    body,
    headers: {
      'content-type': 'application/json',
      accept: 'text/plain',
      ...(userAgent !== null && { 'user-agent': userAgent }),
      ...signatures,
    },
  };
}
