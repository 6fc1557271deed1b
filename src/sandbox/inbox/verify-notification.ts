import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { rebuildSignedText } from './signed-text.js';

export interface ReceivedNotification {
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  receivedAt: Date;
  ipnKey: string | null;
  webhookSecret: string | null;
}

/** `no key`: the inbox was not given the service's key; `missing`: the notification carries no signature. */
type SignatureVerdict = 'valid' | 'invalid' | 'missing' | 'no key';

export interface NotificationVerdict {
  /** The text that was signed, without the key; null when the body is not a JSON object. */
  signedText: string | null;
  body: SignatureVerdict;
  header: SignatureVerdict;
  /** Whether the time in the header is near enough to when it came, so that it is no replay. */
  fresh: boolean;
}

const FRESH_SECONDS = 300;

/** Verifies a notification twice over, as a partner may: by the signature in its body, and by its Standard Webhooks headers. */
export function verifyNotification(received: ReceivedNotification): NotificationVerdict {
  const rebuilt = rebuildSignedText(received.body.toString('utf8'));
  const age = received.receivedAt.getTime() / 1000 - Number(received.headers['webhook-timestamp'] ?? Number.NaN);
  return {
    signedText: rebuilt?.text ?? null,
    body: verdict(rebuilt?.signature ?? null, received.ipnKey, (signature, key) => {
      const expected = createHash('sha256').update(`${rebuilt?.text}|${key}`).digest('hex');
      return same(signature, expected);
    }),
    header: verdict(received.headers['webhook-signature'] ?? null, received.webhookSecret, (signatures, secret) => {
      const expected = `v1,${standardWebhook(received, secret)}`;
      return signatures.split(' ').some((signature) => same(signature, expected));
    }),
    fresh: Math.abs(age) <= FRESH_SECONDS,
  };
}

function verdict(signature: string | null, key: string | null, verify: (signature: string, key: string) => boolean): SignatureVerdict {
  if (!signature) return 'missing';
  if (!key) return 'no key';
  return verify(signature, key) ? 'valid' : 'invalid';
}

function standardWebhook({ headers, body }: ReceivedNotification, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`).update(body).digest('base64');
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
