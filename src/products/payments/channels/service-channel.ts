import type { Channel, PayerField } from '../../../connectors/acquirers/catalogue/channel.js';
import type { AcquirerConnector } from '../../../connectors/acquirers/port/acquirer-connector.js';
import type { CommissionRate } from './commission.js';

/** A channel as one service has it: the catalogue, narrowed by the service's settings and by what its connector can do. */
export interface ServiceChannel extends CommissionRate {
  channel: Channel;
  enabled: boolean;
  currencies: readonly string[];
  /** Of the currency that is paid in. */
  minMinor: number;
  maxMinor: number;
  requiredPayer: readonly PayerField[];
  /** null: no connector serves it at the moment. */
  connector: AcquirerConnector | null;
}
