import { startSandboxWorld } from '../sandbox/support/sandbox-world.js';
import { describeOperatorConnector } from './operator-connector.contract.js';

describeOperatorConnector('to the sandbox', async () => {
  const world = await startSandboxWorld({ clockStopped: true });
  return {
    connector: world.connector('play'),
    impatient: world.connector('play', { timeoutMs: 500 }),
    connectorAt: (baseUrl, timeoutMs) => world.connector('play', { baseUrl, timeoutMs }),
    withRejectedCredentials: world.connector('play', { secret: 'another-secret-altogether' }),
    numbers: {
      accepted: '48600600700',
      refused: { number: '48600600001', reason: 'insufficient_funds' },
      silent: '48600600003',
      noCode: { number: '48600600009', reason: 'number_not_served' },
    },
    orderCharge: (phoneNumber) => world.orderCode(phoneNumber),
    async bookCharges() {
      await world.forward(2);
      await world.sandbox.deliverCallbacks('due');
    },
    latestOperatorCallback(chargeReference) {
      const raw = world.gateway.received.findLast(({ body }) => body.includes(chargeReference));
      if (!raw) throw new Error(`No callback arrived for the charge ${chargeReference}`);
      return raw;
    },
    stop: () => world.stop(),
  };
});
