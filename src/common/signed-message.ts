import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers with the time of the signature (Unix seconds) and the signature (lowercase hex). */
export const TIMESTAMP_HEADER = 'x-connector-timestamp';
const SIGNATURE_HEADER = 'x-connector-signature';

/** A message with an older or newer timestamp is rejected, so that a recorded message cannot be replayed later. */
const TOLERANCE_SECONDS = 300;

export interface SignedMessage {
  /** The purpose of the message, such as `POST /operators/play/charges`. A signature is valid for this purpose only. */
  subject: string;
  body: Buffer | string;
}

/** The secret that both sides share. During a replacement there are several secrets: the first signs, and each is accepted. */
export type SharedSecret = string | readonly [string, ...string[]];

/** HMAC-SHA256 over `timestamp.subject.body` with the shared secret. */
export function signMessage(shared: SharedSecret, message: SignedMessage, now: Date): Record<string, string> {
  const secret = signingSecret(shared);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: digest(secret, timestamp, message).toString('hex') };
}

type Headers = Readonly<Record<string, unknown>>;

/** Whether the headers contain a recent signature of any message. Without such a signature the body is not read. */
export function hasFreshSignature(headers: Headers, now: Date): boolean {
  return freshSignature(headers, now) !== null;
}

/** Whether the headers contain a recent signature of exactly this message. Compares with all secrets, each time in constant time. */
export function isSignedMessage(shared: SharedSecret, message: SignedMessage, headers: Headers, now: Date): boolean {
  const fresh = freshSignature(headers, now);
  if (fresh === null) return false;
  const signature = Buffer.from(fresh.signature, 'hex');
  return secretsOf(shared).filter((secret) => timingSafeEqual(signature, digest(secret, fresh.timestamp, message))).length > 0;
}

export const signingSecret = (shared: SharedSecret): string => secretsOf(shared)[0];

const secretsOf = (shared: SharedSecret): readonly [string, ...string[]] => (typeof shared === 'string' ? [shared] : shared);

function freshSignature(headers: Headers, now: Date): { timestamp: string; signature: string } | null {
  const [timestamp, signature] = [headers[TIMESTAMP_HEADER], headers[SIGNATURE_HEADER]];
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return null;
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return null;
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS ? null : { timestamp, signature };
}

function digest(secret: string, timestamp: string, { subject, body }: SignedMessage): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.${subject}.`).update(body).digest();
}
