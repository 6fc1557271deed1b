export const MAX_NAME_LENGTH = 120;

// These characters control a terminal, or change the reading direction.
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/; // oxlint-disable-line no-control-regex

/** @returns the trimmed name. Null when it is empty, too long or has characters that are not visible. */
export function readName(text: string): string | null {
  const name = text.trim();
  return name === '' || [...name].length > MAX_NAME_LENGTH || !name.isWellFormed() || UNREADABLE.test(name) ? null : name;
}
