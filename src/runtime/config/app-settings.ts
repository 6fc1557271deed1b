import { isContact } from '../../common/validation/is-contact.js';
import { oneOf, onOff, text } from './setting.js';

export const APP_SETTINGS = {
  nodeEnv: oneOf(
    'NODE_ENV',
    '`development`, `test` or `production`. Production rejects guessable secrets and the demo partner, and turns the sandbox off.',
    { default: 'development', values: ['development', 'test', 'production'] },
  ),
  role: oneOf(
    'ROLE',
    '`api` serves HTTP, `worker` delivers notifications and runs scheduled tasks, `all` does both. `sandbox` serves only the sandbox, with its own database.',
    { default: 'all', values: ['api', 'worker', 'all', 'sandbox'] },
  ),
  logLevel: oneOf('LOG_LEVEL', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.', {
    default: 'info',
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
  }),
  displayTimeZone: text('DISPLAY_TIME_ZONE', 'Time zone of displayed times, of days, and of entered times without an offset.', {
    default: 'Europe/Warsaw',
    must: 'be an IANA time zone such as Europe/Warsaw',
    accepts: isTimeZone,
  }),
  payerContact: text(
    'PAYER_CONTACT',
    'Contact of the gateway’s operator for payers, an e-mail address or https URL. It is printed on receipts and on the page about accessibility.',
    { must: 'be an e-mail address or an https URL', accepts: isContact },
  ),
  seedDemo: onOff('SEED_DEMO', '`on` creates the demo partner. The default is `on` with the embedded database and `off` otherwise.'),
};

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
