import { AsInteger, AsList, Check, isNetworkList, isUpTo, optional } from './parsers.js';
import { Variable } from './variable.js';

export class WebhookConfig {
  @Variable('WEBHOOK_USER_AGENT', { default: 'PaymentGateway-IPN/2.0', description: '`User-Agent` of notifications.' })
  readonly userAgent: string;

  @Variable('WEBHOOK_ALLOWED_NETWORKS', {
    description: 'Private CIDRs to which notifications may be sent. The default is loopback with the embedded database and none otherwise.',
  })
  @AsList()
  @Check('$name must be a comma-separated list of IP addresses or CIDRs.', optional(isNetworkList))
  readonly allowedNetworksSetting?: string[];

  @Variable('WEBHOOK_SOURCE_ADDRESSES', {
    default: '127.0.0.1',
    description: 'Addresses that send notifications. `GET /ip` lists them for partners.',
  })
  @AsList()
  @Check('$name must be a comma-separated list of IP addresses or CIDRs.', isNetworkList)
  readonly sourceAddresses: string[];

  @Variable('WEBHOOK_CONCURRENCY', {
    default: '256',
    description:
      'Notifications that one worker process sends at the same time. For slow receivers there are four times as many additional slots. Repeated calls to SMS partners’ programs have as many slots of their own.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 1 to 1000.', (value) => typeof value === 'number' && value >= 1 && value <= 1000)
  readonly concurrency: number;

  @Variable('WEBHOOK_CONCURRENCY_PER_ENDPOINT', {
    default: '8',
    description: 'Notifications to one service’s URL, or repeated calls to its program, that are sent at the same time.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 1 to 100.', (value) => typeof value === 'number' && value >= 1 && value <= 100)
  readonly concurrencyPerEndpoint: number;

  @Variable('WEBHOOK_ATTEMPT_RETENTION_MONTHS', {
    default: '12',
    description: 'For how many whole months delivery attempts are stored, with the start of the receiver’s response. `0` is forever.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 120.', isUpTo(120))
  readonly attemptRetentionMonths: number;
}
