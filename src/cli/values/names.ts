import { InvalidArgumentError } from 'commander';
import { isContact, isHttpsUrl } from '../../common/validation/is-contact.js';
import { namesPayer } from '../../platform/audit/reason.js';
import { MAX_NAME_LENGTH, readName } from '../../platform/partners/readable-name.js';
import { isReadable, MIN_CONTRAST, nearestReadable } from '../../platform/partners/brand/accent.js';
import { printable } from '../output/cell.js';

const MAX_DESCRIPTION_CHARS = 255;

/** Parses the name of a partner, a service or a token, or the author of a change. */
export function parseName(text: string): string {
  const name = readName(text);
  if (name === null) throw new InvalidArgumentError(`It must have 1 to ${MAX_NAME_LENGTH} characters, without control characters.`);
  return name;
}

/** The reason of a change by staff. The reason is stored permanently, so it must not name a payer. */
export function parseReason(text: string): string {
  const reason = parseName(text);
  if (namesPayer(reason)) {
    throw new InvalidArgumentError('A reason is never deleted. Name a letter or ticket, not an e-mail address or a phone number.');
  }
  return reason;
}

export function parseDescription(text: string): string {
  const description = text.trim();
  if ([...description].length > MAX_DESCRIPTION_CHARS || !description.isWellFormed() || printable(description) !== description) {
    throw new InvalidArgumentError(`It must have at most ${MAX_DESCRIPTION_CHARS} characters, without control characters.`);
  }
  return description;
}

export function parseContact(text: string): string {
  if (!isContact(text)) throw new InvalidArgumentError('It must be an e-mail address or an https URL.');
  return text;
}

/** A URL that payers are sent to. */
export function parseHttpsUrl(text: string): string {
  if (!isHttpsUrl(text)) throw new InvalidArgumentError('It must be an https URL, such as https://shop.example/withdraw.');
  return text;
}

/** A colour with enough contrast for text on the payer's page. */
export function parseAccent(text: string): string {
  const colour = text.trim().toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(colour)) throw new InvalidArgumentError('It must be # and six hex digits, such as #0b6354.');
  if (!isReadable(colour)) {
    throw new InvalidArgumentError(
      `Text in ${colour} cannot be read on the payer’s page: its contrast is below ${MIN_CONTRAST}:1. The nearest readable colour is ${nearestReadable(colour)}.`,
    );
  }
  return colour;
}
