export const MAX_NAME_LENGTH = 120;

// They would control a terminal, or change the reading direction.
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/; // oxlint-disable-line no-control-regex

/** A name that people read, as it was typed; null for one that is empty, too long or hides characters. */
export function readName(text: string): string | null {
  const name = text.trim();
  return name === '' || [...name].length > MAX_NAME_LENGTH || !name.isWellFormed() || UNREADABLE.test(name) ? null : name;
}
