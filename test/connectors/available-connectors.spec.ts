import { describe, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { RealSystemClock, SystemClock } from '../../src/common/time/clocks.js';
import { ConfigModule } from '../../src/runtime/config/config.module.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { Metrics } from '../../src/runtime/metrics/metrics.js';
import { ConnectorsModule } from '../../src/connectors/connectors.module.js';
import { OPERATORS, OperatorConnectors } from '../../src/connectors/operators/operator.port.js';
import { CHANNEL_IDS } from '../../src/connectors/acquirers/catalogue/channel-ids.js';
import { AcquirerConnectors } from '../../src/connectors/acquirers/port/acquirer-connectors.js';
import { SandboxAddress } from '../../src/connectors/sandbox-address.js';
import { Global, Module } from '@nestjs/common';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';

@Global()
@Module({ providers: [{ provide: SystemClock, useClass: RealSystemClock }, Metrics], exports: [SystemClock, Metrics] })
class RuntimeModule {}

async function connectorsWith(
  env: NodeJS.ProcessEnv,
): Promise<{ operators: OperatorConnectors; channels: AcquirerConnectors; address: SandboxAddress }> {
  const environment = readEnvironment({ DATABASE_URL: 'postgres://a@b/c', ENCRYPTION_KEYS, ...env });
  const module = await Test.createTestingModule({
    imports: [ConfigModule.forRoot(environment), RuntimeModule, ConnectorsModule],
  }).compile();
  return { operators: module.get(OperatorConnectors), channels: module.get(AcquirerConnectors), address: module.get(SandboxAddress) };
}

describe('the available operators', () => {
  it('are none while the sandbox is off', async () => {
    const { operators } = await connectorsWith({ SANDBOX: 'off' });
    expect(operators.available()).toEqual([]);
    expect(OPERATORS.map((operator) => operators.of(operator))).toEqual([null, null, null, null]);
  });

  it('are all four while the sandbox is on', async () => {
    const { operators } = await connectorsWith({ SANDBOX: 'on' });
    expect(operators.available()).toEqual(['orange', 'play', 't-mobile', 'plus']);
  });

  it('get no requests before the sandbox listens on its ephemeral port', async () => {
    const { operators, address } = await connectorsWith({ SANDBOX: 'on', SANDBOX_PORT: '0' });
    expect(address.current()).toBeNull();
    expect(await operators.of('plus')?.chargeStatus('x')).toEqual({ outcome: 'pending' });
  });

  it('have the URL of the sandbox’s port, or the configured URL', async () => {
    expect((await connectorsWith({ SANDBOX: 'on', PORT: '8000' })).address.current()).toBe('http://127.0.0.1:8001');
    const { address } = await connectorsWith({ SANDBOX: 'on', SANDBOX_CONNECTOR_URL: 'http://sandbox.internal:9000' });
    expect(address.current()).toBe('http://sandbox.internal:9000');
  });
});

describe('the available channels', () => {
  it('are none while the sandbox is off', async () => {
    const { channels } = await connectorsWith({ SANDBOX: 'off' });
    expect(channels.available()).toEqual([]);
    expect([channels.serving('blik'), channels.find('sandbox')]).toEqual([null, null]);
  });

  it.each([['on'], ['off']])('are all channels of the simulated acquirer while the sandbox is on, with tracing %s', async (tracing) => {
    const collector = tracing === 'on' ? { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' } : {};
    const { channels } = await connectorsWith({ SANDBOX: 'on', ...collector });
    expect(channels.available()).toEqual([...CHANNEL_IDS]);
    expect(channels.find('sandbox')).toBe(channels.serving('card'));
  });
});
