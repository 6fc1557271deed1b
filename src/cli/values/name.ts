import { InvalidArgumentError } from 'commander';
import { printable } from '../output/cell.js';

const MAX_LENGTH = 120;

/** A name people read: of a partner, a service or a token. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || [...name].length > MAX_LENGTH || !name.isWellFormed() || printable(name) !== name) {
    throw new InvalidArgumentError(`It must have 1 to ${MAX_LENGTH} characters, without control characters.`);
  }
  return name;
}
