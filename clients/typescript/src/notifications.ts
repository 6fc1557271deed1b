import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { webhooks } from './api-types.js';

type BodyOf<W> = W extends { post: { requestBody: { content: { 'application/json': infer B } } } } ? B : never;

/** Any notification. The field `type` says which; DirectBilling notifications have none, so test `'type' in notification` first. */
export type Notification = BodyOf<webhooks[keyof webhooks]>;

export interface ReceivedNotification {
  /** Id of the notification. It is the same when the notification is sent again, so process each id once. */
  id: string;
  notification: Notification;
}

/** The notification is not from the gateway or is too old. Respond with 400. */
export class NotificationError extends Error {
  override readonly name = 'NotificationError';
}

const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

export interface ReceivedRequest {
  /** The raw body, as received, not parsed by a framework. */
  body: string | Uint8Array;
  headers: Headers | Record<string, string | readonly string[] | undefined>;
  /** The service's secret that begins with `whsec_`. */
  secret: string;
}

/**
 * Verifies the Standard Webhooks signature, which all products use.
 * @throws NotificationError
 */
export function verifyNotification({ body, headers, secret }: ReceivedRequest): ReceivedNotification {
  const key = keyOf(secret);
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (!id || !time || !signatures)
    throw new NotificationError('The headers webhook-id, webhook-timestamp and webhook-signature are missing.');
  const signed = createHmac('sha256', key).update(`${id}.${time}.`).update(bytesOf(body)).digest('base64');
  if (!signatures.split(' ').some((each) => isSame(each, `v1,${signed}`))) throw new NotificationError('The signature does not match.');
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(time));
  if (!(ageSeconds <= TOLERANCE_SECONDS))
    throw new NotificationError('The notification was sent more than five minutes ago, or a clock is wrong.');
  return { id, notification: JSON.parse(textOf(body)) as Notification };
}

/**
 * Verifies `signature` in the body, as clients of earlier versions of the API do. Prefer `verifyNotification`, which also checks the age.
 * @param key the service's key that does not begin with `whsec_`
 * @throws NotificationError
 */
export function verifyDigest({ body, key }: { body: string | Uint8Array; key: string }): Notification {
  if (!key || key.startsWith(PREFIX))
    throw new TypeError('The key of the signature in the body is missing or is the secret that begins with whsec_.');
  const text = textOf(body);
  // Numbers are signed as written: `5.00` differs from `5`. Quoting them keeps their text. Strings are matched first and stay unchanged.
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  const { signature, ...values } = parseObject(quoted);
  const expected = createHash('sha256')
    .update([...leavesOf(values), key].join('|'))
    .digest('hex');
  if (typeof signature !== 'string' || !isSame(signature, expected)) throw new NotificationError('The signature does not match.');
  return JSON.parse(text) as Notification;
}

/** Rejects an empty key, with which anyone could sign. */
function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '', 'base64');
  if (key.length === 0) throw new TypeError('The secret must be the one of the service that begins with whsec_.');
  return key;
}

function headerOf(headers: ReceivedRequest['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const [, value = ''] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value.join(' ');
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // reported below
  }
  throw new NotificationError('The body is not a JSON object.');
}

/** All values in document order, including those of nested objects and lists. */
const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

function bytesOf(body: string | Uint8Array): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new TypeError('The body must be the raw body, a string or bytes. Read it before a framework parses it.');
}

const textOf = (body: string | Uint8Array): string => (typeof body === 'string' ? body : new TextDecoder().decode(body));

const isSame = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};
