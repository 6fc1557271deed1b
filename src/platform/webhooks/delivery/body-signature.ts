import { createHash } from 'node:crypto';
import type { EventBody } from '../outbox/event-body.js';

/** @returns lowercase hex SHA-256 of the signed text, `|` and the service's key. */
export function bodySignature(signedText: string, bodyKey: string): string {
  return createHash('sha256').update(`${signedText}|${bodyKey}`, 'utf8').digest('hex');
}

/**
 * @returns the bytes to send: the stored body with `signature` as its last key. @throws Error when the stored body is not a JSON object.
 */
export function signedBody({ json, signedText }: EventBody, bodyKey: string): string {
  if (!json.startsWith('{') || !json.endsWith('}')) throw new Error('The body of a notification must be one JSON object');
  const members = json.slice(1, -1);
  return `{${members}${members === '' ? '' : ','}"signature":"${bodySignature(signedText, bodyKey)}"}`;
}
