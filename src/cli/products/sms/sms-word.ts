import { InvalidArgumentError } from 'commander';

/** A prefix or a suffix: one of the two words, joined by a dot, that a payer's message begins with. */
export function parseSmsWord(text: string): string {
  const word = text.trim();
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(word))
    throw new InvalidArgumentError('It must have 1 to 32 letters A–Z, digits, hyphens or underscores.');
  return word;
}
