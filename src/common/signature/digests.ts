import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';

/** Computes `signature` in the body. @param text the values joined by `|`. */
export const digestOfText = (text: string, key: string): string => createHash('sha256').update(`${text}|${key}`).digest('hex');

/** Computes the part of a `webhook-signature` entry after `v1,`. @param secret `whsec_…` */
export function digestOfBytes(id: string, time: string, body: string | Uint8Array, secret: string): string {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  return createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64');
}

export function isSameDigest(value: string, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(value), Buffer.from(expected)];
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes);
}
