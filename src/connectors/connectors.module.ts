import { Module } from '@nestjs/common';
import { SystemClock } from '../common/time/clocks.js';
import { Environment } from '../runtime/config/environment.js';
import { SandboxOperatorConnector } from './operators/sandbox/sandbox-operator.connector.js';
import { OperatorConnectorTable } from './operators/operator-connector-table.js';
import { OPERATORS, type Operator, type OperatorConnector, OperatorConnectors } from './operators/operator.port.js';
import { SandboxAddress } from './sandbox-address.js';
import { TracedOperatorConnector } from './operators/traced-operator-connector.js';

/** Chooses the connector of each operator; the only place that names concrete adapters. */
@Module({
  providers: [
    { provide: SandboxAddress, inject: [Environment], useFactory: ({ sandbox }: Environment) => new SandboxAddress(sandbox.connectorUrl) },
    { provide: OperatorConnectors, inject: [Environment, SandboxAddress, SystemClock], useFactory: operatorConnectors },
  ],
  exports: [OperatorConnectors, SandboxAddress],
})
export class ConnectorsModule {}

/** With the sandbox off nothing is simulated, and an operator without a real connector is not offered. */
function operatorConnectors({ sandbox, connector, tracing }: Environment, address: SandboxAddress, clock: SystemClock): OperatorConnectors {
  const connectors = new Map<Operator, OperatorConnector>();
  if (sandbox.enabled) {
    const common = { baseUrl: () => address.current(), secret: connector.secret, timeoutMs: connector.timeoutMs, clock };
    for (const operator of OPERATORS) connectors.set(operator, new SandboxOperatorConnector({ operator, ...common }));
  }
  if (tracing.enabled) for (const [operator, plain] of connectors) connectors.set(operator, new TracedOperatorConnector(operator, plain));
  return new OperatorConnectorTable(connectors);
}
