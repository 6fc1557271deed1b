import { AcquirerConnectorRegistry } from '../../src/connectors/acquirers/acquirer-connector-registry.js';
import { OperatorConnectorRegistry } from '../../src/connectors/operators/operator-connector-registry.js';
import { OPERATORS } from '../../src/connectors/operators/operator.port.js';
import type { GatewayProcess, ExternalServices } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { PartnerEndpoints } from './partner-endpoints.js';
import { ACQUIRERS, SimulatedAcquirer } from './simulated-acquirer.js';
import { SimulatedOperator } from './simulated-operator.js';

/** Connectors of all simulated providers and the HTTP client to partners' endpoints, for one process. */
export const externalServicesOf = (world: World, getProcess: () => GatewayProcess): ExternalServices => ({
  operatorConnectors: new OperatorConnectorRegistry(
    new Map(OPERATORS.map((name) => [name, new SimulatedOperator(name, world, getProcess)])),
  ),
  acquirerConnectors: new AcquirerConnectorRegistry(Object.keys(ACQUIRERS).map((name) => new SimulatedAcquirer(name, world, getProcess))),
  outboundClient: new PartnerEndpoints(world).clientOf(getProcess),
});
