import { InvalidArgumentError } from 'commander';
import { isReadable, LEAST_CONTRAST, nearestReadable } from '../../platform/partners/brand/accent.js';

/** A colour that payers can read. */
export function parseAccent(text: string): string {
  const colour = text.trim().toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(colour)) throw new InvalidArgumentError('It must be # and six hex digits, such as #0b6354.');
  if (!isReadable(colour)) {
    throw new InvalidArgumentError(
      `Text in ${colour} cannot be read on the payer’s page: its contrast is below ${LEAST_CONTRAST}:1. The nearest colour that can is ${nearestReadable(colour)}.`,
    );
  }
  return colour;
}
