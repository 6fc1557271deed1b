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

async function createConnectors(
  env: NodeJS.ProcessEnv,
): Promise<{ operators: OperatorConnectors; acquirers: AcquirerConnectors; address: SandboxAddress }> {
  const environment = readEnvironment({ DATABASE_URL: 'postgres://a@b/c', ENCRYPTION_KEYS, ...env });
  const module = await Test.createTestingModule({
    imports: [ConfigModule.forRoot(environment), RuntimeModule, ConnectorsModule],
  }).compile();
  return { operators: module.get(OperatorConnectors), acquirers: module.get(AcquirerConnectors), address: module.get(SandboxAddress) };
}

describe('the available operators', () => {
  it('are none while the sandbox is off', async () => {
    const { operators } = await createConnectors({ SANDBOX: 'off' });
    expect(operators.available()).toEqual([]);
    expect(OPERATORS.map((operator) => operators.of(operator))).toEqual([null, null, null, null]);
  });

  it('are all four while the sandbox is on', async () => {
    const { operators } = await createConnectors({ SANDBOX: 'on' });
    expect(operators.available()).toEqual(['orange', 'play', 't-mobile', 'plus']);
  });

  it('return pending before the port of the sandbox is known', async () => {
    const { operators, address } = await createConnectors({ SANDBOX: 'on', SANDBOX_PORT: '0' });
    expect(address.current()).toBeNull();
    expect(await operators.of('plus')?.chargeStatus('x')).toEqual({ outcome: 'pending' });
  });

  it('have the configured URL, or by default the port after the gateway’s', async () => {
    expect((await createConnectors({ SANDBOX: 'on', PORT: '8000' })).address.current()).toBe('http://127.0.0.1:8001');
    const { address } = await createConnectors({ SANDBOX: 'on', SANDBOX_CONNECTOR_URL: 'http://sandbox.internal:9000' });
    expect(address.current()).toBe('http://sandbox.internal:9000');
  });
});

describe('the available channels', () => {
  it('are none while the sandbox is off', async () => {
    const { acquirers } = await createConnectors({ SANDBOX: 'off' });
    expect(acquirers.available()).toEqual([]);
    expect([acquirers.serving('blik'), acquirers.find('sandbox')]).toEqual([null, null]);
  });

  it.each([['on'], ['off']])('are all channels of the simulated acquirer while the sandbox is on, with tracing %s', async (tracing) => {
    const collector = tracing === 'on' ? { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' } : {};
    const { acquirers } = await createConnectors({ SANDBOX: 'on', ...collector });
    expect(acquirers.available()).toEqual([...CHANNEL_IDS]);
    expect(acquirers.find('sandbox')).toBe(acquirers.serving('card'));
  });
});
