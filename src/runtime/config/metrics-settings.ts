import { integer, port, text } from './setting.js';

export const METRICS_SETTINGS = {
  port: port('METRICS_PORT', 'Port on which `/metrics` is served for Prometheus. Without the setting it is not served.'),
  host: text('METRICS_HOST', 'Address on which `/metrics` is served. Set another one when Prometheus runs on another host.', {
    default: '127.0.0.1',
  }),
  ledgerVerifyMinutes: integer(
    'LEDGER_VERIFY_MINUTES',
    'Minutes between two verifications of the whole ledger by a worker, for `/metrics` and the log. `0` is never.',
    { default: 60, from: 0, to: 10_080, of: 'minutes' },
  ),
};
