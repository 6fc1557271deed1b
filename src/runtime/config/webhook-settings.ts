import { AsInteger, AsList, Check, isNetworkList, isUpTo, optional } from './parsers.js';
import { Variable } from './variable.js';

export class WebhookConfig {
  @Variable('WEBHOOK_USER_AGENT', { default: 'PaymentGateway-IPN/2.0', description: '`User-Agent` of notifications.' })
  readonly userAgent: string;

  @Variable('WEBHOOK_ALLOWED_NETWORKS', {
    description:
      'Private CIDRs that notifications may be sent to nevertheless; the default is loopback with the embedded database and nothing otherwise.',
  })
  @AsList()
  @Check('$name must be a comma-separated list of IP addresses or CIDRs.', optional(isNetworkList))
  readonly allowedNetworksSetting?: string[];

  @Variable('WEBHOOK_SOURCE_ADDRESSES', {
    default: '127.0.0.1',
    description: 'Addresses notifications come from, as `GET /ip` tells partners.',
  })
  @AsList()
  @Check('$name must be a comma-separated list of IP addresses or CIDRs.', isNetworkList)
  readonly sourceAddresses: string[];

  @Variable('WEBHOOK_CONCURRENCY', {
    default: '256',
    description:
      'Notifications under way at once in one worker process. Slow receivers have four times as many places besides. Repeated calls to SMS partners’ programs have the same numbers again.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 1 to 1000.', (value) => typeof value === 'number' && value >= 1 && value <= 1000)
  readonly concurrency: number;

  @Variable('WEBHOOK_CONCURRENCY_PER_ENDPOINT', {
    default: '8',
    description: 'Notifications under way at once to one service’s address, or repeated calls to its program.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 1 to 100.', (value) => typeof value === 'number' && value >= 1 && value <= 100)
  readonly concurrencyPerEndpoint: number;

  @Variable('WEBHOOK_ATTEMPT_RETENTION_MONTHS', {
    default: '12',
    description: 'For how many whole months attempts are kept, with the start of the receiver’s response; `0` is for ever.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 120.', isUpTo(120))
  readonly attemptRetentionMonths: number;
}
