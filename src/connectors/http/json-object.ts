import { toWellFormed } from '../../common/validation/well-formed.js';
import { recordMalformedResponse } from './call-failure.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Parses a response that is a JSON object. Any other response has no members. Malformed characters in texts are replaced and not rejected,
 * because the request already had its effect at the provider.
 */
export function parseJsonObject(text: string): Members {
  return parseMembers(text, (_, value: unknown) => (typeof value === 'string' ? toWellFormed(value) : value));
}

/** Parses a callback that is a JSON object. Texts stay unchanged: the product rejects malformed texts later. */
export function parseCallbackBody(body: Buffer): Members {
  return parseMembers(body.toString('utf8'));
}

function parseMembers(text: string, reviver?: (name: string, value: unknown) => unknown): Members {
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
