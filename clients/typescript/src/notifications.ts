import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { webhooks } from './api-types.js';

type BodyOf<W> = W extends { post: { requestBody: { content: { 'application/json': infer B } } } } ? B : never;

/** Every notification, told apart by `type`. Those of phone bills have none: `'type' in notification`. */
export type Notification = BodyOf<webhooks[keyof webhooks]>;

export interface ReceivedNotification {
  /** The same when it comes again: act on it once. */
  id: string;
  notification: Notification;
}

/** It is not the gateway's, or is too old. Answer 400. */
export class NotificationError extends Error {
  override readonly name = 'NotificationError';
}

const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

export interface Received {
  /** The raw body, before any framework has parsed it. */
  body: string | Uint8Array;
  headers: Headers | Record<string, string | readonly string[] | undefined>;
  /** The service's, which begins with `whsec_`. */
  secret: string;
}

/**
 * Verifies the signature of Standard Webhooks, which is the same for all products.
 * @throws NotificationError
 */
export function verifyNotification({ body, headers, secret }: Received): ReceivedNotification {
  const key = keyOf(secret);
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (!id || !time || !signatures)
    throw new NotificationError('The headers webhook-id, webhook-timestamp and webhook-signature are missing.');
  const signed = createHmac('sha256', key).update(`${id}.${time}.`).update(bytesOf(body)).digest('base64');
  if (!signatures.split(' ').some((each) => isSame(each, `v1,${signed}`))) throw new NotificationError('The signature is another one.');
  const away = Math.abs(Date.now() / 1000 - Number(time));
  if (!(away <= TOLERANCE_SECONDS)) throw new NotificationError('It was sent more than five minutes ago, or a clock is wrong.');
  return { id, notification: JSON.parse(textOf(body)) as Notification };
}

/**
 * Verifies `signature` in the body, as clients of earlier versions of the API do. Prefer `verifyNotification`: this one does not tell when it was sent.
 * @param key the service's key for bodies, not the one with `whsec_`
 * @throws NotificationError
 */
export function verifyDigest({ body, key }: { body: string | Uint8Array; key: string }): Notification {
  if (!key || key.startsWith(PREFIX)) throw new TypeError('The key for bodies is the one that does not begin with whsec_.');
  const text = textOf(body);
  // Numbers are signed as they are written: `5.00` is not `5`. Strings are matched first and stay as they are.
  const kept = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  const { signature, ...values } = parsed(kept);
  const right = createHash('sha256')
    .update([...leavesOf(values), key].join('|'))
    .digest('hex');
  if (typeof signature !== 'string' || !isSame(signature, right)) throw new NotificationError('The signature is another one.');
  return JSON.parse(text) as Notification;
}

/** An empty key would let anybody sign. */
function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '', 'base64');
  if (key.length === 0) throw new TypeError('The secret of the service begins with whsec_.');
  return key;
}

function headerOf(headers: Received['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const [, value = ''] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value.join(' ');
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // said below
  }
  throw new NotificationError('The body is not a JSON object.');
}

/** Values in their order, those of inner objects and lists among them. */
const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

function bytesOf(body: string | Uint8Array): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new TypeError('The body has to be raw: take it before a framework parses it.');
}

const textOf = (body: string | Uint8Array): string => (typeof body === 'string' ? body : new TextDecoder().decode(body));

const isSame = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};
