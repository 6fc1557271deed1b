import { isContact } from '../../common/validation/is-contact.js';
import { AsSwitch, Check, isTimeZone, optional } from './parsers.js';
import { Variable } from './variable.js';

export const ROLES = ['api', 'worker', 'all', 'sandbox'] as const;
export type Role = (typeof ROLES)[number];

export class AppConfig {
  @Variable('NODE_ENV', {
    default: 'development',
    description:
      '`development`, `test` or `production`. Production rejects guessable secrets and the demo partner, and turns the sandbox off.',
  })
  @Check('$name must be one of development, test, production.', (value) => ['development', 'test', 'production'].includes(String(value)))
  readonly nodeEnv: 'development' | 'test' | 'production';

  @Variable('ROLE', {
    default: 'all',
    description:
      '`api` serves HTTP, `worker` delivers notifications and runs scheduled tasks, `all` does both. `sandbox` serves only the sandbox, with its own database.',
  })
  @Check(`$name must be one of ${ROLES.join(', ')}.`, (value) => (ROLES as readonly unknown[]).includes(value))
  readonly role: Role;

  @Variable('LOG_LEVEL', { default: 'info', description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.' })
  @Check('$name must be one of fatal, error, warn, info, debug, trace, silent.', (value) =>
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(String(value)),
  )
  readonly logLevel: string;

  @Variable('DISPLAY_TIME_ZONE', { default: 'Europe/Warsaw', description: 'Time zone of printed timestamps.' })
  @Check('$name must be an IANA time zone such as Europe/Warsaw.', isTimeZone)
  readonly displayTimeZone: string;

  @Variable('PAYER_CONTACT', {
    description:
      'Contact of the gateway’s operator for payers, an e-mail address or https URL. It is printed on receipts and on the page about accessibility.',
  })
  @Check('$name must be an e-mail address or an https URL.', optional(isContact))
  readonly payerContact?: string;

  @Variable('SEED_DEMO', {
    description: '`on` creates the demo partner. The default is `on` with the embedded database and `off` otherwise.',
  })
  @AsSwitch()
  @Check('$name must be on or off.', optional((value) => typeof value === 'boolean'))
  readonly seedDemo?: boolean;

  get isProduction(): boolean {
    return this.nodeEnv === 'production';
  }
}
