import { jest } from '@jest/globals';
import type { ChannelId } from '../../src/connectors/acquirers/catalogue/channel-ids.js';
import { codeSubmission, attemptRequest, startAcquirerWorld } from '../sandbox/acquirer/support/acquirer-world.js';
import { type AcquirerHarness, describeAcquirerConnector } from './acquirer-connector.contract.js';

const money = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });

/** Tests the contract of acquirer connectors on one channel of the sandbox. The families of channels differ in the payer's steps. */
export function describeFamily(name: string, channel: ChannelId): void {
  const isBlik = channel === 'blik';
  const start = async (): Promise<AcquirerHarness> => {
    const world = await startAcquirerWorld({ clockStopped: true });
    const outcomeOf = new Map<string, string>();
    const attempt = (amountMinor: number, outcome: string) => {
      const request = attemptRequest({ channel, money: money(amountMinor) });
      outcomeOf.set(request.reference, outcome);
      return request;
    };
    return {
      connector: world.acquirer(),
      impatient: world.acquirer({ timeoutMs: 500 }),
      connectorAt: (baseUrl, timeoutMs) => world.acquirer({ baseUrl, timeoutMs }),
      stranger: world.acquirer({ secret: 'another-secret-altogether' }),
      connectorAfter: (seconds) => world.acquirer({ clock: { now: () => new Date(new Date().getTime() + seconds * 1000) } }),
      knowsRepeatedStarts: true,
      attempts: {
        paid: () => attempt(100_000, isBlik ? '777123' : 'confirm'),
        refused: { attempt: () => attempt(100_000, isBlik ? '000004' : 'INSUFFICIENT_FUNDS'), reason: 'insufficient_funds' },
        silent: isBlik ? null : () => attempt(777_93, ''),
        less: () => attempt(100_000, 'less'),
      },
      async pay(known) {
        const outcome = outcomeOf.get(known.reference) ?? '';
        if (isBlik && outcome !== 'less') {
          await world.acquirer().submitCode({ ...attemptRequest(), ...known }, codeSubmission(outcome));
        } else if (isBlik) {
          await world.database.query('UPDATE sandbox.acquirer_payment SET amount_minor = amount_minor - 1 WHERE reference = $1', [
            known.reference,
          ]);
        } else {
          await world.decideOnPage(known.providerRef ?? '', outcome);
        }
      },
      refunds: { silent: 777_93, rejected: 777_91, failed: 777_95, takenBack: 777_96, reportedFirst: 777_97, repeated: 777_94 },
      async letPass(seconds = 2) {
        await world.forward(seconds);
        await world.sandbox.deliverReports('due');
      },
      lastReport(known) {
        const raw = world.rawCallbacksAbout(known.reference).at(-1);
        if (!raw) throw new Error(`No callback arrived for the attempt ${known.reference}`);
        return raw;
      },
      reportsOnRefund: ({ reference }) => world.rawCallbacksAbout(reference),
      async stop() {
        await world.stop();
        jest.restoreAllMocks();
      },
    };
  };
  describeAcquirerConnector(`to the sandbox, ${name}`, start, { misbehaviour: isBlik });
}
