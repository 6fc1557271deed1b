import type { SignatureVerdict } from '../../common/signature/diagnosis.js';
import { digestOfBytes, digestOfText, isSameDigest } from '../../common/signature/digests.js';
import { sortInContractOrder } from '../../common/signature/contract-order.js';
import { type BodyMembers, readMembers, signedTextOf } from '../../common/signature/notification-body.js';
import { decodeBody, PUBLIC_VERIFIERS } from './public-verifiers.js';

export interface ReceivedNotification {
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  receivedAt: Date;
  ipnKey: string | null;
  webhookSecret: string | null;
}

export interface NotificationVerdict {
  /** The signed text, without the key; null when the body is not a JSON object. */
  signedText: string | null;
  body: SignatureVerdict;
  header: SignatureVerdict;
  /** Whether the time in the header is close to the time of receipt. If not, the request may be a replay. */
  fresh: boolean;
  /** Whether published libraries would accept the notification; empty when the inbox does not have the service's key. */
  verifiers: VerifierVerdict[];
}

export interface VerifierVerdict {
  name: string;
  accepts: boolean;
}

/** The difference that Standard Webhooks libraries accept. */
const MAX_TIME_DIFFERENCE_SECONDS = 300;

/** Verifies a notification in both ways that a partner can choose: by the signature in the body and by the Standard Webhooks headers. */
export function verifyNotification(received: ReceivedNotification): NotificationVerdict {
  const members = readMembers(received.body.toString('utf8'));
  const signedText = members && signedTextOf(sortInContractOrder(members) as BodyMembers);
  const signature = typeof members?.['signature'] === 'string' ? members['signature'] : null;
  const ageSeconds = received.receivedAt.getTime() / 1000 - Number(received.headers['webhook-timestamp'] ?? Number.NaN);
  return {
    signedText,
    body: verdict(signature, received.ipnKey, (digest, key) => isSameDigest(digest, digestOfText(signedText ?? '', key))),
    header: verdict(received.headers['webhook-signature'] ?? null, received.webhookSecret, (signatures, secret) => {
      const { 'webhook-id': id = '', 'webhook-timestamp': time = '' } = received.headers;
      const expected = `v1,${digestOfBytes(id, time, received.body, secret)}`;
      return signatures.split(' ').some((digest) => isSameDigest(digest, expected));
    }),
    fresh: Math.abs(ageSeconds) <= MAX_TIME_DIFFERENCE_SECONDS,
    verifiers: received.ipnKey ? publicVerdicts(received, signature ?? '', received.ipnKey) : [],
  };
}

function publicVerdicts({ headers, body }: ReceivedNotification, signature: string, key: string): VerifierVerdict[] {
  const decodedBody = decodeBody(body.toString('utf8'), headers['user-agent'] ?? '');
  return PUBLIC_VERIFIERS.map(({ name, text }) => {
    const hashedText = decodedBody && text(decodedBody);
    return { name, accepts: hashedText !== null && isSameDigest(signature, digestOfText(hashedText, key)) };
  });
}

function verdict(signature: string | null, key: string | null, verify: (signature: string, key: string) => boolean): SignatureVerdict {
  if (!signature) return 'missing';
  if (!key) return 'no key';
  return verify(signature, key) ? 'valid' : 'invalid';
}
