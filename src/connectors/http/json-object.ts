import { toWellFormed } from '../../common/validation/well-formed.js';
import { recordMalformedResponse } from './call-failure.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Members of an answer that is a JSON object; none for anything else. Malformed characters in its texts are replaced instead of refused, because
 * the call has had its effect.
 */
export function parseJsonObject(text: string): Members {
  return membersOf(text, (_, value: unknown) => (typeof value === 'string' ? toWellFormed(value) : value));
}

/** Members of a report. Its texts stay unchanged: malformed ones are refused later. */
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
