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

/** Whether the headers sign exactly this message, and not long ago. Takes the same time wherever the signature differs. */
export function isSignedMessage(secret: string, message: SignedMessage, headers: Readonly<Record<string, unknown>>, now: Date): boolean {
  const [timestamp, signature] = [headers[TIMESTAMP_HEADER], headers[SIGNATURE_HEADER]];
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), digest(secret, timestamp, message));
}

function digest(secret: string, timestamp: string, { subject, body }: SignedMessage): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.${subject}.`).update(body).digest();
}
