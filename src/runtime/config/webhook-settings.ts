import { integer, networks, text } from './setting.js';

export const WEBHOOK_SETTINGS = {
  userAgent: text('WEBHOOK_USER_AGENT', '`User-Agent` of notifications.', { default: 'PaymentGateway-IPN/2.0' }),
  allowedNetworksSetting: networks(
    'WEBHOOK_ALLOWED_NETWORKS',
    'Private CIDRs to which notifications may be sent. The default is loopback with the embedded database and none otherwise.',
  ),
  sourceAddresses: networks('WEBHOOK_SOURCE_ADDRESSES', 'Addresses that send notifications. `GET /ip` lists them for partners.', {
    default: ['127.0.0.1'],
  }),
  concurrency: integer(
    'WEBHOOK_CONCURRENCY',
    'Notifications that one worker process sends at the same time. For slow receivers there are four times as many additional slots. Repeated calls to SMS partners’ programs have as many slots of their own.',
    { default: 256, from: 1, to: 1000 },
  ),
  concurrencyPerEndpoint: integer(
    'WEBHOOK_CONCURRENCY_PER_ENDPOINT',
    'Notifications to one service’s URL, or repeated calls to its program, that are sent at the same time.',
    { default: 8, from: 1, to: 100 },
  ),
  attemptRetentionMonths: integer(
    'WEBHOOK_ATTEMPT_RETENTION_MONTHS',
    'For how many whole months delivery attempts are stored, with the start of the receiver’s response. `0` is forever.',
    { default: 12, from: 0, to: 120 },
  ),
};
