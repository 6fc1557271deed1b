import type { OutboundRequest } from '../../outbound/outbound-message.js';
import type { SigningKeys } from '../../partners/keys/service-keys.js';
import { signedBody } from './body-signature.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';
import { standardWebhookHeaders } from './standard-webhook-headers.js';

export interface NotificationTarget {
  url: string;
  /** Null for the gateway's own User-Agent. */
  userAgent: string | null;
}

/** A notification and the start time of its attempt. */
type NotificationToSign = Pick<ClaimedDelivery, 'id' | 'serviceId' | 'json' | 'signedText' | 'startedAt'>;

/** @returns the request to send: the stored body with its signature, and the Standard Webhooks headers, which sign the raw body. */
export function signedNotification(
  delivery: NotificationToSign,
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
