import { Module } from '@nestjs/common';
import { SystemClock } from '../common/time/clocks.js';
import { Environment } from '../runtime/config/environment.js';
import type { AcquirerConnector } from './acquirers/port/acquirer-connector.js';
import { AcquirerConnectors } from './acquirers/port/acquirer-connectors.js';
import { SandboxAcquirerConnector } from './acquirers/sandbox/sandbox-acquirer.connector.js';
import { SandboxOperatorConnector } from './operators/sandbox/sandbox-operator.connector.js';
import { OPERATORS, type Operator, type OperatorConnector, OperatorConnectors } from './operators/operator.port.js';
import { instrumentedAcquirer, instrumentedOperator } from './instrumented-connectors.js';
import { ConnectorMetrics } from './metrics/connector-metrics.js';
import { SandboxAddress } from './sandbox-address.js';
import { NbpRateSource } from './rates/nbp/nbp-rate-source.js';
import { RateSource } from './rates/rate-source.port.js';

/** Chooses the connector of each operator and each channel. Only this file names the classes of connectors. */
@Module({
  providers: [
    { provide: SandboxAddress, inject: [Environment], useFactory: ({ sandbox }: Environment) => new SandboxAddress(sandbox.connectorUrl) },
    ConnectorMetrics,
    { provide: OperatorConnectors, inject: [Environment, SandboxAddress, SystemClock, ConnectorMetrics], useFactory: operatorConnectors },
    { provide: AcquirerConnectors, inject: [Environment, SandboxAddress, SystemClock, ConnectorMetrics], useFactory: acquirerConnectors },
    { provide: RateSource, inject: [Environment], useFactory: rateSource },
  ],
  exports: [AcquirerConnectors, OperatorConnectors, RateSource, SandboxAddress],
})
export class ConnectorsModule {}

/**
 * Creates the connectors of the operators. Set a real connector after the loop that sets the simulated connectors: the later connector of
 * an operator replaces the earlier one. Without the sandbox, only operators with a real connector are offered.
 */
function operatorConnectors(
  { sandbox, connector }: Environment,
  address: SandboxAddress,
  clock: SystemClock,
  metrics: ConnectorMetrics,
): OperatorConnectors {
  const connectors = new Map<Operator, OperatorConnector>();
  if (sandbox.enabled) {
    const commonOptions = { baseUrl: () => address.current(), secret: connector.secrets, timeoutMs: connector.timeoutMs, clock };
    for (const operator of OPERATORS) connectors.set(operator, new SandboxOperatorConnector({ operator, ...commonOptions }));
  }
  for (const [operator, uninstrumented] of connectors) connectors.set(operator, instrumentedOperator(operator, uninstrumented, metrics));
  return new OperatorConnectors(connectors);
}

/**
 * Creates the connectors of the acquirers. Add real connectors before the simulated connector: the first connector in the list that
 * supports a channel serves the channel, so the simulated connector then serves only the remaining channels.
 */
function acquirerConnectors(
  { sandbox, connector }: Environment,
  address: SandboxAddress,
  clock: SystemClock,
  metrics: ConnectorMetrics,
): AcquirerConnectors {
  const connectors: AcquirerConnector[] = [];
  if (sandbox.enabled) {
    const { secrets: secret, timeoutMs } = connector;
    connectors.push(new SandboxAcquirerConnector({ baseUrl: () => address.current(), secret, timeoutMs, clock }));
  }
  return new AcquirerConnectors(connectors.map((uninstrumented) => instrumentedAcquirer(uninstrumented, metrics)));
}

/** Returns null without NBP_URL. The gateway then uses its built-in exchange rates. */
function rateSource({ payment, connector }: Environment): RateSource | null {
  return payment.nbpUrl === undefined ? null : new NbpRateSource({ baseUrl: payment.nbpUrl, timeoutMs: connector.timeoutMs });
}
