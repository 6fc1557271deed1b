import { InvalidArgumentError, type Option } from 'commander';
import { findNumber, SHORT_NUMBERS } from '../../../products/sms/numbers/catalogue.js';
import { SMS_SERVICE_TYPES } from '../../../products/sms/service-type.js';
import type { SmsServiceChanges } from '../../../products/sms/services/change-sms-service.js';
import type { SmsServiceSetup } from '../../../products/sms/services/create-sms-service.js';
import { flag, option, requiredOption } from '../../inputs.js';
import { parseShare } from '../../values/amounts.js';
import { parseNotifyUrl } from '../../values/endpoints.js';
import { repeatable } from '../../values/lists.js';
import { parseDescription } from '../../values/names.js';

/** Stands for no description, because an option's parser cannot return null. */
const NONE = 'none';

const typeAndKeyword = (optionOf: typeof option): Option[] => [
  optionOf('--type <type>', 'what the payer gets', SMS_SERVICE_TYPES),
  optionOf('--prefix <word>', 'first word of the message, before the dot', parseKeywordPart),
  optionOf('--suffix <word>', 'second word, after the dot', parseKeywordPart),
];
const adult = flag('--adult', 'only for adults');
const apiUrl = option('--api-url <url>', 'address of the partner’s program, API_URL only', parseNotifyUrl);

export const CREATION_OPTIONS: readonly Option[] = [
  ...typeAndKeyword(requiredOption),
  requiredOption('--number <number>', 'short number that leads to it; may be repeated', repeatable(parseShortNumber)),
  option('--description <text>', 'what it is, shown by the API', parseDescription),
  adult,
  option('--share <percent>', 'the partner’s share of the net price (default: 50)', parseShare),
  apiUrl,
];

export const CHANGE_OPTIONS: readonly Option[] = [
  ...typeAndKeyword(option),
  option('--number <number>', 'short number that leads to it; may be repeated, and replaces all its numbers', repeatable(parseShortNumber)),
  option('--description <text>', 'what it is, shown by the API, or "none"', parseDescription),
  adult,
  flag('--no-adult', 'for all ages'),
  option('--share <percent>', 'the partner’s share of the net price, of messages from now on', parseShare),
  apiUrl,
];

/** The parsed options of a new service. */
export type CreationOptions = Omit<SmsServiceSetup, 'numbers' | 'shareBp'> & { number: number[]; share?: number; apiUrl?: string };

export function changesOf({ number: numbers, share: shareBp, description, ...rest }: Partial<CreationOptions>): SmsServiceChanges {
  return {
    ...rest,
    ...(numbers && { numbers }),
    ...(shareBp !== undefined && { shareBp }),
    ...(description !== undefined && { description: description === NONE ? null : description }),
  };
}

function parseShortNumber(text: string): number {
  const shortNumber = findNumber(text.trim());
  if (!shortNumber) throw new InvalidArgumentError(`It must be one of ${SHORT_NUMBERS.join(', ')}.`);
  return shortNumber.number;
}

/** A prefix or a suffix: one of the two words before and after the dot that a payer's message begins with. */
function parseKeywordPart(text: string): string {
  const part = text.trim();
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(part))
    throw new InvalidArgumentError('It must have 1 to 32 letters A–Z, digits, hyphens or underscores.');
  return part;
}
