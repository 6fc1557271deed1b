import { jest } from '@jest/globals';
import type { ChannelId } from '../../src/connectors/channels/catalogue/channel-ids.js';
import { aCode, anAttempt, startAcquirerWorld } from '../sandbox/acquirer/support/acquirer-world.js';
import { describeChannelConnector } from './channel-connector.contract.js';

const money = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });

/** Each family once: the contract is the same, what the payer does is not. */
describeFamily('a transfer', 'mbank');
describeFamily('a card', 'card');
describeFamily('a wallet in two steps', 'paypal');
describeFamily('a BLIK code', 'blik');

function describeFamily(name: string, channel: ChannelId): void {
  describeChannelConnector(`to the sandbox, ${name}`, async () => {
    const world = await startAcquirerWorld({ clockStopped: true });
    const outcomeOf = new Map<string, string>();
    const attempt = (amountMinor: number, outcome: string) => {
      const made = anAttempt({ channel, money: money(amountMinor) });
      outcomeOf.set(made.reference, outcome);
      return made;
    };
    const isBlik = channel === 'blik';
    return {
      connector: world.acquirer(),
      impatient: world.acquirer({ timeoutMs: 500 }),
      connectorAt: (baseUrl) => world.acquirer({ baseUrl, timeoutMs: 300 }),
      stranger: world.acquirer({ secret: 'another-secret-altogether' }),
      connectorAfter: (seconds) => world.acquirer({ clock: { now: () => new Date(new Date().getTime() + seconds * 1000) } }),
      knowsRepeatedStarts: true,
      attempts: {
        paid: () => attempt(10_000, isBlik ? '777123' : 'confirm'),
        refused: { attempt: () => attempt(10_000, isBlik ? '000004' : 'INSUFFICIENT_FUNDS'), reason: 'insufficient_funds' },
        silent: isBlik ? null : () => attempt(10_093, ''),
        less: () => attempt(10_000, 'less'),
      },
      async pay(known) {
        const outcome = outcomeOf.get(known.reference) ?? '';
        if (isBlik && outcome !== 'less') {
          await world.acquirer().submitCode({ ...anAttempt(), ...known }, aCode(outcome));
        } else if (isBlik) {
          await world.database.query('UPDATE sandbox.acquirer_payment SET amount_minor = amount_minor - 1 WHERE reference = $1', [
            known.reference,
          ]);
        } else {
          await world.decide(known.providerRef ?? '', outcome);
        }
      },
      refunds: { silent: 1_093, rejected: 1_091, failed: 1_095, takenBack: 1_096, reportedFirst: 1_097, repeated: 1_094 },
      async letPass(seconds = 2) {
        await world.forward(seconds);
        await world.sandbox.deliverReports('due');
      },
      lastReport(known) {
        const raw = world.rawReportsOn(known.reference).at(-1);
        if (!raw) throw new Error('No report came');
        return raw;
      },
      reportsOnRefund: ({ reference }) => world.rawReportsOn(reference),
      async stop() {
        await world.stop();
        jest.restoreAllMocks();
      },
    };
  });
}
