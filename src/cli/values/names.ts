import { InvalidArgumentError } from 'commander';
import { isContact } from '../../common/validation/is-contact.js';
import { isReadable, LEAST_CONTRAST, nearestReadable } from '../../platform/partners/brand/accent.js';
import { printable } from '../output/cell.js';

const MOST_IN_A_NAME = 120;
const MOST_IN_A_DESCRIPTION = 255;

/** A name people read: of a partner, a service or a token. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || [...name].length > MOST_IN_A_NAME || !name.isWellFormed() || printable(name) !== name) {
    throw new InvalidArgumentError(`It must have 1 to ${MOST_IN_A_NAME} characters, without control characters.`);
  }
  return name;
}

export function parseDescription(text: string): string {
  const description = text.trim();
  if ([...description].length > MOST_IN_A_DESCRIPTION || !description.isWellFormed() || printable(description) !== description) {
    throw new InvalidArgumentError(`It must have at most ${MOST_IN_A_DESCRIPTION} characters, without control characters.`);
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
