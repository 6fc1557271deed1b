import { InvalidArgumentError } from 'commander';
import { isContact } from '../../common/validation/is-contact.js';
import { isReadable, LEAST_CONTRAST, nearestReadable } from '../../platform/partners/brand/accent.js';
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

const MAX_LENGTH = 255;

export function parseDescription(text: string): string {
  const description = text.trim();
  if ([...description].length > MAX_LENGTH || !description.isWellFormed() || printable(description) !== description) {
    throw new InvalidArgumentError(`It must have at most ${MAX_LENGTH} characters, without control characters.`);
  }
  return description;
}

export function parseContact(text: string): string {
  if (!isContact(text)) throw new InvalidArgumentError('It must be an e-mail address or an https URL.');
  return text;
}

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
