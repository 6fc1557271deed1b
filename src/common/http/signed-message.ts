import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers that carry when a message was signed (Unix seconds) and its signature (lowercase hex). */
export const TIMESTAMP_HEADER = 'x-connector-timestamp';
const SIGNATURE_HEADER = 'x-connector-signature';

/** An older or newer message is refused: a recorded one cannot be played again later. */
const TOLERANCE_SECONDS = 300;

export interface SignedMessage {
  /** What the message is about, such as `POST /operators/play/charges`: a signature is good for nothing else. */
  subject: string;
  body: Buffer | string;
}

/** HMAC-SHA256 over `timestamp.subject.body` with the secret that both sides share. */
export function signMessage(secret: string, message: SignedMessage, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: digest(secret, timestamp, message).toString('hex') };
}

type Headers = Readonly<Record<string, unknown>>;

/** Whether the headers sign some message, and not long ago: without that there is no reason to read what they came with. */
export function hasFreshSignature(headers: Headers, now: Date): boolean {
  return freshSignature(headers, now) !== null;
}

/** Whether the headers sign exactly this message, and not long ago. Takes the same time wherever the signature differs. */
export function isSignedMessage(secret: string, message: SignedMessage, headers: Headers, now: Date): boolean {
  const fresh = freshSignature(headers, now);
  return fresh !== null && timingSafeEqual(Buffer.from(fresh.signature, 'hex'), digest(secret, fresh.timestamp, message));
}

function freshSignature(headers: Headers, now: Date): { timestamp: string; signature: string } | null {
  const [timestamp, signature] = [headers[TIMESTAMP_HEADER], headers[SIGNATURE_HEADER]];
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return null;
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return null;
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS ? null : { timestamp, signature };
}

function digest(secret: string, timestamp: string, { subject, body }: SignedMessage): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.${subject}.`).update(body).digest();
}
