import { AsInteger, Check, isPort, optional } from './parsers.js';
import { Variable } from './variable.js';

export class MetricsConfig {
  @Variable('METRICS_PORT', { description: 'Port on which `/metrics` is served for Prometheus. Without the setting it is not served.' })
  @AsInteger()
  @Check('$name must be a port number from 0 to 65535.', optional(isPort))
  readonly port?: number;

  @Variable('METRICS_HOST', {
    default: '127.0.0.1',
    description: 'Address on which `/metrics` is served. Set another one when Prometheus runs on another host.',
  })
  readonly host: string;

  @Variable('LEDGER_VERIFY_MINUTES', {
    default: '60',
    description: 'Minutes between two verifications of the whole ledger by a worker, for `/metrics` and the log. `0` is never.',
  })
  @AsInteger()
  @Check('$name must be a whole number of minutes from 0 to 10080.', (value) => typeof value === 'number' && value >= 0 && value <= 10_080)
  readonly ledgerVerifyMinutes: number;
}
