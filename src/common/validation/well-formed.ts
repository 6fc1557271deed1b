import { type FieldErrors, MAX_LISTED_ERRORS } from '../errors/domain-error.js';

/** A path repeats the names of its parents. */
const MAX_PATH_LENGTH = 256;

/** Whether a text can be stored, compared and printed: PostgreSQL stores no NUL, and an unpaired surrogate has no UTF-8. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The same text with a replacement character in place of each malformed one. */
export function toWellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** The error for a field whose text or name is not well-formed. The returned path is well-formed. */
export function malformedField(path: string): [path: string, messages: string[]] {
  const printablePath = toWellFormed(path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path);
  return [printablePath, [`The ${printablePath} must be well-formed Unicode text without NUL characters.`]];
}

/** Returns errors for the first malformed texts in a value, including names of members. */
export function malformedTexts(value: unknown): FieldErrors {
  const errors: ReturnType<typeof malformedField>[] = [];
  for (const [text, path] of textsOf(value, '')) {
    if (errors.length === MAX_LISTED_ERRORS) break;
    if (!isWellFormed(text)) errors.push(malformedField(path === '' ? 'body' : path));
  }
  return Object.fromEntries(errors); // a member `__proto__` cannot be assigned
}

/** All texts in a value with their paths, including names of members. */
function* textsOf(value: unknown, path: string): Generator<[text: string, path: string]> {
  if (typeof value === 'string') yield [value, path];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const memberPath = path === '' ? name : `${path}.${name}`;
    yield [name, memberPath];
    yield* textsOf(member, memberPath);
  }
}
