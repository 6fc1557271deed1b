import { jest } from '@jest/globals';
import type { ChannelId } from '../../src/connectors/acquirers/catalogue/channel-ids.js';
import { codeSubmission, attemptRequest, startAcquirerWorld } from '../sandbox/acquirer/support/acquirer-world.js';
import { type AcquirerHarness, describeAcquirerConnector } from './acquirer-connector.contract.js';

const money = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });

/** Tests the contract of acquirer connectors on one channel of the sandbox. A family is the channels with the same steps for the payer. */
export function describeFamily(name: string, channel: ChannelId): void {
  const isBlik = channel === 'blik';
  const startHarness = async (): Promise<AcquirerHarness> => {
    const world = await startAcquirerWorld({ clockStopped: true });
    const outcomeOf = new Map<string, string>();
    const attempt = (amountMinor: number, outcome: string) => {
      const request = attemptRequest({ channel, money: money(amountMinor) });
      outcomeOf.set(request.reference, outcome);
      return request;
    };
    return {
      connector: world.acquirer(),
      withShortTimeout: world.acquirer({ timeoutMs: 500 }),
      withBaseUrl: (baseUrl, timeoutMs) => world.acquirer({ baseUrl, timeoutMs }),
      withWrongCredentials: world.acquirer({ secret: 'another-secret-altogether' }),
      withClockAhead: (seconds) => world.acquirer({ clock: { now: () => new Date(new Date().getTime() + seconds * 1000) } }),
      deduplicatesStarts: true,
      attempts: {
        paid: () => attempt(100_000, isBlik ? '777123' : 'confirm'),
        refused: { attempt: () => attempt(100_000, isBlik ? '000004' : 'INSUFFICIENT_FUNDS'), reason: 'insufficient_funds' },
        silent: isBlik ? null : () => attempt(777_93, ''),
        less: () => attempt(100_000, 'less'),
      },
      async pay(started) {
        const outcome = outcomeOf.get(started.reference) ?? '';
        if (isBlik && outcome !== 'less') {
          await world.acquirer().submitCode({ ...attemptRequest(), ...started }, codeSubmission(outcome));
        } else if (isBlik) {
          // No BLIK code makes the sandbox take less, so the test reduces the stored amount.
          await world.database.query('UPDATE sandbox.acquirer_payment SET amount_minor = amount_minor - 1 WHERE reference = $1', [
            started.reference,
          ]);
        } else {
          await world.decideOnPage(started.providerRef ?? '', outcome);
        }
      },
      // Test values: by these amounts the sandbox chooses the result of a refund.
      refunds: {
        unansweredAmount: 777_93,
        rejected: 777_91,
        failed: 777_95,
        reversedLater: 777_96,
        callbackBeforeResponse: 777_97,
        repeatedCallback: 777_94,
      },
      async passTime(seconds = 2) {
        await world.forward(seconds);
        await world.sandbox.deliverCallbacks('due');
      },
      latestCallback({ reference }) {
        const raw = world.rawCallbacksAbout(reference).at(-1);
        if (!raw) throw new Error(`No callback arrived for the attempt ${reference}`);
        return raw;
      },
      callbacksOfRefund: ({ reference }) => world.rawCallbacksAbout(reference),
      async stop() {
        await world.stop();
        jest.restoreAllMocks();
      },
    };
  };
  describeAcquirerConnector(`to the sandbox, ${name}`, startHarness, { misbehaviour: isBlik });
}
