import { createHmac } from 'node:crypto';

export interface StandardWebhookHeaders {
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
