import { AcquirerConnectors } from '../../src/connectors/acquirers/port/acquirer-connectors.js';
import { OperatorConnectors, OPERATORS } from '../../src/connectors/operators/operator.port.js';
import type { GatewayProcess, ExternalServices } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { PartnerEndpoints } from './partner-endpoints.js';
import { ACQUIRERS, SimulatedAcquirer } from './simulated-acquirer.js';
import { SimulatedOperator } from './simulated-operator.js';

/** Connectors of all simulated providers and the HTTP client to partners' endpoints, for one process. */
export const externalServicesOf = (world: World, getProcess: () => GatewayProcess): ExternalServices => ({
  operatorConnectors: new OperatorConnectors(new Map(OPERATORS.map((name) => [name, new SimulatedOperator(name, world, getProcess)]))),
  acquirerConnectors: new AcquirerConnectors(Object.keys(ACQUIRERS).map((name) => new SimulatedAcquirer(name, world, getProcess))),
  outboundClient: new PartnerEndpoints(world).clientOf(getProcess),
});
