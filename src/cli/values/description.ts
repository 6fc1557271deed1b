import { InvalidArgumentError } from 'commander';
import { printable } from '../output/cell.js';

const MAX_LENGTH = 255;

export function parseDescription(text: string): string {
  const description = text.trim();
  if ([...description].length > MAX_LENGTH || !description.isWellFormed() || printable(description) !== description) {
    throw new InvalidArgumentError(`It must have at most ${MAX_LENGTH} characters, without control characters.`);
  }
  return description;
}
