import { toWellFormed } from '../../common/validation/well-formed.js';
import { recordMalformedResponse } from './call-failure.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Members of a response that is a JSON object. Any other response has no members. Malformed characters in texts are replaced and not rejected,
 * because the request already had its effect at the provider.
 */
export function parseJsonObject(text: string): Members {
  return membersOf(text, (_, value: unknown) => (typeof value === 'string' ? toWellFormed(value) : value));
}

/** Members of a callback. Texts stay unchanged: malformed texts are rejected later. */
export function parseCallbackBody(body: Buffer): Members {
  return membersOf(body.toString('utf8'));
}

function membersOf(text: string, reviver?: (name: string, value: unknown) => unknown): Members {
  let value: unknown;
  try {
    value = JSON.parse(text, reviver);
  } catch {
    recordMalformedResponse();
    return {};
  }
  if (typeof value === 'object' && value !== null) return { ...value };
  recordMalformedResponse();
  return {};
}
