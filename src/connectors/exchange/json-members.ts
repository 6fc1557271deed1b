import { toWellFormed } from '../../common/validation/well-formed.js';
import { noteMalformed } from './call-trouble.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Members of the JSON object that was answered; none of anything else. What was asked has happened, so the answer counts: of its texts only
 * what is not well-formed is replaced.
 */
export function jsonMembers(text: string): Members {
  return membersOf(text, (_, value: unknown) => (typeof value === 'string' ? toWellFormed(value) : value));
}

/** Members of a report. Its texts are as they came: it is refused for those that are not well-formed. */
export function reportMembers(body: Buffer): Members {
  return membersOf(body.toString('utf8'));
}

function membersOf(text: string, reviver?: (name: string, value: unknown) => unknown): Members {
  let value: unknown;
  try {
    value = JSON.parse(text, reviver);
  } catch {
    noteMalformed();
    return {};
  }
  if (typeof value === 'object' && value !== null) return { ...value };
  noteMalformed();
  return {};
}
