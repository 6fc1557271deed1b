import { AcquirerConnectorRegistry } from '../../src/connectors/acquirers/acquirer-connector-registry.js';
import { OperatorConnectorRegistry } from '../../src/connectors/operators/operator-connector-registry.js';
import { OPERATORS } from '../../src/connectors/operators/operator.port.js';
import type { GatewayProcess, ExternalServices } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { PartnerEndpoints } from './partner-endpoints.js';
import { ACQUIRERS, SimulatedAcquirer } from './simulated-acquirer.js';
import { SimulatedOperator } from './simulated-operator.js';

/** All outside parties, for the connectors of one process. */
export const externalServicesOf = (world: World, self: () => GatewayProcess): ExternalServices => ({
  operators: new OperatorConnectorRegistry(new Map(OPERATORS.map((name) => [name, new SimulatedOperator(name, world, self)]))),
  channels: new AcquirerConnectorRegistry(Object.keys(ACQUIRERS).map((name) => new SimulatedAcquirer(name, world, self))),
  receivers: new PartnerEndpoints(world).from(self),
});
