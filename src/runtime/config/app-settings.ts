import { isContact } from '../../common/validation/is-contact.js';
import { AsSwitch, Check, isTimeZone, optional } from './parsers.js';
import { Variable } from './variable.js';

export type Role = 'api' | 'worker' | 'all';

export class AppConfig {
  @Variable('NODE_ENV', {
    default: 'development',
    description: '`development`, `test` or `production`, which refuses guessable secrets and the demo partner and turns the sandbox off.',
  })
  @Check('$name must be one of development, test, production.', (value) => ['development', 'test', 'production'].includes(String(value)))
  readonly nodeEnv: 'development' | 'test' | 'production';

  @Variable('ROLE', {
    default: 'all',
    description: '`api` serves HTTP, `worker` delivers notifications and does due work, `all` does both.',
  })
  @Check('$name must be one of api, worker, all.', (value) => ['api', 'worker', 'all'].includes(String(value)))
  readonly role: Role;

  @Variable('LOG_LEVEL', { default: 'info', description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.' })
  @Check('$name must be one of fatal, error, warn, info, debug, trace, silent.', (value) =>
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(String(value)),
  )
  readonly logLevel: string;

  @Variable('DISPLAY_TIME_ZONE', { default: 'Europe/Warsaw', description: 'Time zone whose offset timestamps are printed in.' })
  @Check('$name must be an IANA time zone such as Europe/Warsaw.', isTimeZone)
  readonly displayTimeZone: string;

  @Variable('PAYER_CONTACT', {
    description:
      'Where payers reach whoever runs the gateway, an e-mail or https address: it stands on receipts and on the page about accessibility.',
  })
  @Check('$name must be an e-mail address or an https URL.', optional(isContact))
  readonly payerContact?: string;

  @Variable('SEED_DEMO', {
    description: '`on` seeds the demo partner; the default is `on` with the embedded database and `off` otherwise.',
  })
  @AsSwitch()
  @Check('$name must be on or off.', optional((value) => typeof value === 'boolean'))
  readonly seedDemo?: boolean;

  get isProduction(): boolean {
    return this.nodeEnv === 'production';
  }
}
