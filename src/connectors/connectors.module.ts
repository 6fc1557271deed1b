import { Module } from '@nestjs/common';
import { SystemClock } from '../common/time/clocks.js';
import { Environment } from '../runtime/config/environment.js';
import { ChannelConnectorTable } from './channels/channel-connector-table.js';
import type { ChannelConnector } from './channels/port/channel-connector.js';
import { ChannelConnectors } from './channels/port/channel-connectors.js';
import { SandboxChannelConnector } from './channels/sandbox/sandbox-channel.connector.js';
import { ObservedChannelConnector } from './channels/observed-channel-connector.js';
import { SandboxOperatorConnector } from './operators/sandbox/sandbox-operator.connector.js';
import { OperatorConnectorTable } from './operators/operator-connector-table.js';
import { OPERATORS, type Operator, type OperatorConnector, OperatorConnectors } from './operators/operator.port.js';
import { ConnectorCalls } from './calls/connector-calls.js';
import { SandboxAddress } from './sandbox-address.js';
import { ObservedOperatorConnector } from './operators/observed-operator-connector.js';
import { NbpRateSource } from './rates/nbp/nbp-rate-source.js';
import { RateSource } from './rates/rate-source.port.js';

/** Chooses the connector of each operator and each channel. Only this file names concrete adapters. */
@Module({
  providers: [
    { provide: SandboxAddress, inject: [Environment], useFactory: ({ sandbox }: Environment) => new SandboxAddress(sandbox.connectorUrl) },
    ConnectorCalls,
    { provide: OperatorConnectors, inject: [Environment, SandboxAddress, SystemClock, ConnectorCalls], useFactory: operatorConnectors },
    { provide: ChannelConnectors, inject: [Environment, SandboxAddress, SystemClock, ConnectorCalls], useFactory: channelConnectors },
    { provide: RateSource, inject: [Environment], useFactory: rateSource },
  ],
  exports: [ChannelConnectors, OperatorConnectors, RateSource, SandboxAddress],
})
export class ConnectorsModule {}

/** With the sandbox off, operators without a real connector are not offered. */
function operatorConnectors(
  { sandbox, connector }: Environment,
  address: SandboxAddress,
  clock: SystemClock,
  calls: ConnectorCalls,
): OperatorConnectors {
  const connectors = new Map<Operator, OperatorConnector>();
  if (sandbox.enabled) {
    const common = { baseUrl: () => address.current(), secret: connector.secrets, timeoutMs: connector.timeoutMs, clock };
    for (const operator of OPERATORS) connectors.set(operator, new SandboxOperatorConnector({ operator, ...common }));
  }
  for (const [operator, plain] of connectors) connectors.set(operator, new ObservedOperatorConnector(operator, plain, calls));
  return new OperatorConnectorTable(connectors);
}

/** Real connectors belong before the simulated one, which then serves only the remaining channels. */
function channelConnectors(
  { sandbox, connector }: Environment,
  address: SandboxAddress,
  clock: SystemClock,
  calls: ConnectorCalls,
): ChannelConnectors {
  const connectors: ChannelConnector[] = [];
  if (sandbox.enabled) {
    const { secrets: secret, timeoutMs } = connector;
    connectors.push(new SandboxChannelConnector({ baseUrl: () => address.current(), secret, timeoutMs, clock }));
  }
  return new ChannelConnectorTable(connectors.map((plain) => new ObservedChannelConnector(plain, calls)));
}

/** Null: the gateway uses its built-in rates. */
function rateSource({ payment, connector }: Environment): RateSource | null {
  return payment.nbpUrl === undefined ? null : new NbpRateSource({ baseUrl: payment.nbpUrl, timeoutMs: connector.timeoutMs });
}
