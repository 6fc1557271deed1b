import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { decoded, PUBLIC_VERIFIERS } from './public-verifiers.js';
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
  /** Which published libraries would accept it as it was sent; empty when the inbox was not given the service's key. */
  verifiers: VerifierVerdict[];
}

export interface VerifierVerdict {
  name: string;
  accepts: boolean;
}

const FRESH_SECONDS = 300;

/** Verifies a notification twice over, as a partner may: by the signature in its body, and by its Standard Webhooks headers. */
export function verifyNotification(received: ReceivedNotification): NotificationVerdict {
  const rebuilt = rebuildSignedText(received.body.toString('utf8'));
  const age = received.receivedAt.getTime() / 1000 - Number(received.headers['webhook-timestamp'] ?? Number.NaN);
  return {
    signedText: rebuilt?.text ?? null,
    body: verdict(rebuilt?.signature ?? null, received.ipnKey, (signature, key) => {
      return same(signature, digest(rebuilt?.text ?? '', key));
    }),
    header: verdict(received.headers['webhook-signature'] ?? null, received.webhookSecret, (signatures, secret) => {
      const expected = `v1,${standardWebhook(received, secret)}`;
      return signatures.split(' ').some((signature) => same(signature, expected));
    }),
    fresh: Math.abs(age) <= FRESH_SECONDS,
    verifiers: received.ipnKey ? publicVerdicts(received, rebuilt?.signature ?? '', received.ipnKey) : [],
  };
}

function publicVerdicts({ headers, body }: ReceivedNotification, signature: string, key: string): VerifierVerdict[] {
  const read = decoded(body.toString('utf8'), headers['user-agent'] ?? '');
  return PUBLIC_VERIFIERS.map(({ name, text }) => {
    const hashed = read && text(read);
    return { name, accepts: hashed !== null && same(signature, digest(hashed, key)) };
  });
}

const digest = (text: string, key: string): string => createHash('sha256').update(`${text}|${key}`).digest('hex');

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
