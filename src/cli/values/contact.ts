import { InvalidArgumentError } from 'commander';
import { isContact } from '../../common/validation/is-contact.js';

export function parseContact(text: string): string {
  if (!isContact(text)) throw new InvalidArgumentError('It must be an e-mail address or an https URL.');
  return text;
}
