import { ChannelConnectorTable } from '../../src/connectors/channels/channel-connector-table.js';
import { OperatorConnectorTable } from '../../src/connectors/operators/operator-connector-table.js';
import { OPERATORS } from '../../src/connectors/operators/operator.port.js';
import type { GatewayProcess, Outside } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { PartnerAddresses } from './partner-addresses.js';
import { ACQUIRERS, SimulatedAcquirer } from './simulated-acquirer.js';
import { SimulatedOperator } from './simulated-operator.js';

/** All outside parties, for the connectors of one process. */
export const outsideOf = (world: World, self: () => GatewayProcess): Outside => ({
  operators: new OperatorConnectorTable(new Map(OPERATORS.map((name) => [name, new SimulatedOperator(name, world, self)]))),
  channels: new ChannelConnectorTable(Object.keys(ACQUIRERS).map((name) => new SimulatedAcquirer(name, world, self))),
  receivers: new PartnerAddresses(world).from(self),
});
