import { type Command, Option } from 'commander';
import { SMS_SERVICE_TYPES, type SmsServiceType } from '../../products/sms/service-type.js';
import type { SmsServiceSetup } from '../../products/sms/services/set-up-sms-service.js';
import { UserError } from '../user-error.js';
import { parseDescription } from '../values/description.js';
import { parseNotifyUrl } from '../values/notify-url.js';
import { repeatable } from '../values/repeatable.js';
import { parseShare } from '../values/share.js';
import { parseShortNumber } from '../values/short-number.js';
import { parseSmsWord } from '../values/sms-word.js';

export interface SetupOptions {
  type: SmsServiceType;
  prefix: string;
  suffix: string;
  number: number[];
  description?: string;
  adult?: boolean;
  share?: number;
  apiUrl?: string;
}

/** What a service needs before messages lead to it. */
export function addSetupOptions(command: Command): Command {
  return command
    .addOption(new Option('--type <type>', 'what the payer gets').choices(SMS_SERVICE_TYPES).makeOptionMandatory())
    .requiredOption('--prefix <word>', 'first word of the message, before the dot', parseSmsWord)
    .requiredOption('--suffix <word>', 'second word, after the dot', parseSmsWord)
    .requiredOption('--number <number>', 'short number that leads to it; may be repeated', repeatable(parseShortNumber))
    .option('--description <text>', 'what it is, shown by the API', parseDescription)
    .option('--adult', 'it is for adults only')
    .option('--share <percent>', 'the partner’s share of the net price (default: 50)', parseShare)
    .option('--api-url <url>', 'address of the partner’s program, API_URL only', parseNotifyUrl);
}

/** @throws UserError when the type and the address do not belong together. */
export function setupOf({ type, prefix, suffix, number, description, adult, share, apiUrl }: SetupOptions): SmsServiceSetup {
  if ((type === 'API_URL') !== (apiUrl !== undefined)) throw UserError.usage('--api-url belongs to --type API_URL: give both or neither.');
  return {
    type,
    prefix,
    suffix,
    numbers: number,
    ...(description !== undefined && { description }),
    ...(adult !== undefined && { adult }),
    ...(share !== undefined && { shareBp: share }),
    ...(apiUrl !== undefined && { apiUrl }),
  };
}
