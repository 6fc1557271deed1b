import type { Channel, PayerField } from '../../../connectors/acquirers/catalogue/channel.js';
import type { AcquirerConnector } from '../../../connectors/acquirers/port/acquirer-connector.js';
import type { CommissionRate } from './commission.js';

/** A channel of one service: the entry of the catalogue, restricted by the service's settings and by the connector's capabilities. */
export interface ServiceChannel extends CommissionRate {
  channel: Channel;
  enabled: boolean;
  currencies: readonly string[];
  /** Minimum and maximum in minor units of the payment's currency. */
  minMinor: number;
  maxMinor: number;
  requiredPayer: readonly PayerField[];
  /** null while no connector serves the channel. */
  connector: AcquirerConnector | null;
}
