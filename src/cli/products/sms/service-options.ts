import { InvalidArgumentError, Option, type OptionValues } from 'commander';
import { findNumber, SHORT_NUMBERS } from '../../../products/sms/numbers/catalogue.js';
import { SMS_SERVICE_TYPES, type SmsServiceType } from '../../../products/sms/service-type.js';
import type { SmsServiceChanges } from '../../../products/sms/services/change-sms-service.js';
import type { SmsServiceSetup } from '../../../products/sms/services/create-sms-service.js';
import { parseShare } from '../../values/amounts.js';
import { parseNotifyUrl } from '../../values/endpoints.js';
import { repeatable } from '../../values/lists.js';
import { parseDescription } from '../../values/names.js';

/** Stands for no description, because an option's parser cannot return null. */
const NONE = 'none';

const type = (): Option => new Option('--type <type>', 'what the payer gets').choices(SMS_SERVICE_TYPES);
const prefix = (): Option => new Option('--prefix <word>', 'first word of the message, before the dot').argParser(parseKeywordPart);
const suffix = (): Option => new Option('--suffix <word>', 'second word, after the dot').argParser(parseKeywordPart);
const number = (description: string): Option =>
  new Option('--number <number>', description).argParser<number[] | undefined>(repeatable(parseShortNumber));
const adult = (): Option => new Option('--adult', 'only for adults');
const share = (description: string): Option => new Option('--share <percent>', description).argParser(parseShare);
const apiUrl = (): Option => new Option('--api-url <url>', 'address of the partner’s program, API_URL only').argParser(parseNotifyUrl);

export const CREATION_OPTIONS: readonly Option[] = [
  type().makeOptionMandatory(),
  prefix().makeOptionMandatory(),
  suffix().makeOptionMandatory(),
  number('short number that leads to it; may be repeated').makeOptionMandatory(),
  new Option('--description <text>', 'what it is, shown by the API').argParser(parseDescription),
  adult(),
  share('the partner’s share of the net price (default: 50)'),
  apiUrl(),
];

export const CHANGE_OPTIONS: readonly Option[] = [
  type(),
  prefix(),
  suffix(),
  number('short number that leads to it; may be repeated, and replaces all its numbers'),
  new Option('--description <text>', 'what it is, shown by the API, or "none"').argParser(parseDescription),
  adult(),
  new Option('--no-adult', 'for all ages'),
  share('the partner’s share of the net price, of messages from now on'),
  apiUrl(),
];

interface Options {
  type?: SmsServiceType;
  prefix?: string;
  suffix?: string;
  number?: number[];
  description?: string;
  adult?: boolean;
  share?: number;
  apiUrl?: string;
}

/** @param options parsed with CREATION_OPTIONS, so the mandatory ones are present. */
export function setupOf(options: OptionValues): SmsServiceSetup {
  const {
    number: numbers,
    share: shareBp,
    ...rest
  } = options as Required<Pick<Options, 'type' | 'prefix' | 'suffix' | 'number'>> & Options;
  return { ...rest, numbers, ...(shareBp !== undefined && { shareBp }) };
}

export function changesOf(options: OptionValues): SmsServiceChanges {
  const { number: numbers, share: shareBp, description, ...rest } = options as Options;
  return {
    ...rest,
    ...(numbers && { numbers }),
    ...(shareBp !== undefined && { shareBp }),
    ...(description !== undefined && { description: description === NONE ? null : description }),
  };
}

/**
 * Whether `--type API_URL` comes without `--api-url`, or another type with it. False without `--type`, because the URL of a service may
 * change alone.
 */
export function areInconsistent({ type: serviceType, apiUrl: url }: Options): boolean {
  return serviceType === undefined ? false : (serviceType === 'API_URL') !== (url !== undefined);
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
