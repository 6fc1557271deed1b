import { noteMalformed } from './call-trouble.js';

/** Members of a JSON object; none of anything else. */
export function jsonMembers(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    noteMalformed();
    return {};
  }
  if (typeof value === 'object' && value !== null) return { ...value };
  noteMalformed();
  return {};
}
