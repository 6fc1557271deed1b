import { randomBytes } from 'node:crypto';
import { formatAmountShortest } from '../../../common/money/amount.js';
import { PackStockQuery } from '../../../products/sms/codes/pack-stock.query.js';
import { ChangeSmsService, InvalidSmsServiceChangeError } from '../../../products/sms/services/change-sms-service.js';
import { CreateSmsService } from '../../../products/sms/services/create-sms-service.js';
import { KeywordTakenError } from '../../../products/sms/services/keyword-taken.js';
import { SmsServiceQueries } from '../../../products/sms/services/service.queries.js';
import { CLI_COMMAND } from '../../../runtime/cli-command.js';
import { UserError } from '../../user-error.js';
import { requireAllowedTarget } from '../../values/endpoints.js';
import type { ProductCommands, ProductServices } from '../product.js';
import { CHANGE_OPTIONS, changesOf, CREATION_OPTIONS, type CreationOptions } from './service-options.js';
import { smsTransactions } from './transactions.js';

const CREATE_CALL = 'service create --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --area sms';
const KEYWORD_NOTE = 'A message that begins with prefix.suffix (in any case) belongs to the service. No two services can have the same.';

const smsServices: ProductServices = {
  creation: {
    options: CREATION_OPTIONS,
    notes: [
      'SMS types: ONE_TIME_CODE sends a new code for each message, CODE_PACK the next of the uploaded codes,',
      'API_URL the response of the partner’s program.',
      KEYWORD_NOTE,
    ],
    examples: [
      `${CREATE_CALL} --name Votes --type ONE_TIME_CODE --prefix TC --suffix VOTES --number 7055 --number 7155`,
      `${CREATE_CALL} --name Chat --type API_URL --api-url https://shop.example/sms --prefix TC --suffix CHAT --number 7255`,
    ],
  },
  change: {
    options: CHANGE_OPTIONS,
    notes: [
      KEYWORD_NOTE,
      'For up to a second, messages may still be routed by the old prefix, suffix and numbers. Sold codes do not change.',
      'The type can become API_URL, or ONE_TIME_CODE instead of CODE_PACK.',
    ],
    examples: [
      'service set 0f3a9c21 --suffix VOTES --number 7055 --number 7155',
      'service set 0f3a9c21 --api-url https://shop.example/sms',
    ],
  },

  check({ type, apiUrl }: Partial<CreationOptions>, session) {
    // Without --type only the URL of a service may change.
    if (type !== undefined && (type === 'API_URL') !== (apiUrl !== undefined))
      throw UserError.usage('--api-url belongs to --type API_URL: give both or neither.');
    if (apiUrl !== undefined) requireAllowedTarget(session, apiUrl);
  },

  create: (app, service, { number: numbers, share: shareBp, ...details }: CreationOptions) =>
    app
      .get(CreateSmsService)
      .run({ ...service, ...details, numbers, shareBp })
      .catch(throwUserError),

  // The suffix is random, because no other service may have the same prefix and suffix. The numbers have a low, a middle and a high price.
  instantSetup: {
    options: () => ({
      type: 'ONE_TIME_CODE',
      prefix: 'TC',
      suffix: `S${randomBytes(3).toString('hex')}`.toUpperCase(),
      number: [7055, 7255, 92555],
    }),
    call: (serviceId) => ({ path: `/sms/${serviceId}` }),
  },

  update: (app, tx, serviceId, options) => app.get(ChangeSmsService).run(tx, serviceId, changesOf(options)).catch(throwUserError),

  async show(app, serviceId) {
    const [details, numbers] = await Promise.all([
      app.get(SmsServiceQueries).details(serviceId),
      app.get(SmsServiceQueries).numbers(serviceId),
    ]);
    const { type, prefix, suffix, description, adult, shareBp, apiUrl } = details;
    const stock = type === 'CODE_PACK' ? await app.get(PackStockQuery).countCodes(serviceId) : null;
    return {
      type,
      prefix,
      suffix,
      numbers: numbers.map(({ number }) => number),
      description,
      adult,
      share: formatAmountShortest(shareBp), // percent of the net price
      api_url: apiUrl,
      ...(stock && { codes_free: stock.free, codes_taken: stock.taken }),
    };
  },
};

/** Turns an expected error into a message for the user. */
function throwUserError(error: unknown): never {
  if (error instanceof InvalidSmsServiceChangeError) throw new UserError(error.message);
  if (!(error instanceof KeywordTakenError)) throw error;
  const { message, serviceId } = error;
  const alternative = serviceId === null ? '' : `, or give that service others first: ${CLI_COMMAND} service set ${serviceId} --help`;
  throw new UserError(`${message} Choose another prefix or suffix${alternative}`);
}

export const SMS_CLI: ProductCommands = {
  services: smsServices,
  transactions: smsTransactions,
};
