import { createHmac } from 'node:crypto';
import type { OutboundRequest } from '../../outbound/outbound-message.js';
import type { SigningKeys } from '../../partners/keys/service-keys.js';
import { signedBody } from './body-signature.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';

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

interface StandardWebhookHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * Headers with which a receiver verifies the raw body and rejects replays (standardwebhooks.com).
 * @param id the same for all attempts. @param at start of this attempt. @param secrets raw bytes of every `whsec_` secret that is valid
 * now.
 */
export function standardWebhookHeaders(id: string, at: Date, body: string, secrets: readonly Buffer[]): StandardWebhookHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
