import { InvalidArgumentError } from 'commander';
import { findNumber, SHORT_NUMBERS } from '../../../products/sms/numbers/catalogue.js';

export function parseShortNumber(text: string): number {
  const found = findNumber(text.trim());
  if (!found) throw new InvalidArgumentError(`It must be one of ${SHORT_NUMBERS.join(', ')}.`);
  return found.number;
}
