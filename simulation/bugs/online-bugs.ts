import { ChannelConnectors } from '../../src/connectors/channels/port/channel-connectors.js';
import type { ChannelConnector } from '../../src/connectors/channels/port/channel-connector.js';
import { ApplyAttemptOutcomeService } from '../../src/products/payments/attempts/outcome/apply-attempt-outcome.service.js';
import { AttemptAskSchedule } from '../../src/products/payments/at-channel/ask-schedule.js';
import type { LockedAttempt } from '../../src/products/payments/attempts/lock-attempt.js';
import { TakeMoneyService } from '../../src/products/payments/attempts/outcome/take-money.service.js';
import { WeighWordService } from '../../src/products/payments/attempts/outcome/weigh-word.service.js';
import { ACQUIRERS } from '../parties/simulated-acquirer.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { Bug } from './bug.js';
import { replaceMethod } from './plant.js';

type Take = TakeMoneyService['run'];
type Surplus = (locked: LockedAttempt) => Promise<string>;

const ENDS = ['transaction_expired', 'transaction_canceled', 'transaction_failure'];

export function changeAcquirers(process: GatewayProcess, change: (connector: ChannelConnector) => void): void {
  for (const name of Object.keys(ACQUIRERS)) {
    const connector = process.get(ChannelConnectors).named(name);
    if (connector) change(connector);
  }
}

export const ONLINE_BUGS: readonly Bug[] = [
  {
    name: 'second-success-kept',
    what: 'What a channel takes for a payment that is paid already is nobody’s concern',
    plant: (process) => replaceMethod<Surplus>(process.get(TakeMoneyService), 'surplus', () => () => Promise.resolve('too_late')),
  },
  {
    name: 'late-payment-ignored',
    what: 'Money that comes after a payment has expired, failed or was given up is ignored',
    plant: (process) =>
      replaceMethod<Take>(
        process.get(TakeMoneyService),
        'run',
        (original) => (locked, seen) => (ENDS.includes(locked.row.status) ? Promise.resolve('too_late') : original(locked, seen)),
      ),
  },
  {
    name: 'other-sum-believed',
    what: 'A payment is paid whatever sum the channel has taken',
    plant: (process) => replaceMethod<Take>(process.get(TakeMoneyService), 'run', (original) => (locked) => original(locked, null)),
  },
  {
    name: 'return-again-after-time-out',
    what: 'Money that goes back is given back under a new name after each time-out',
    plant(process) {
      let times = 0;
      changeAcquirers(process, (connector) => {
        replaceMethod<ChannelConnector['refund']>(connector, 'refund', (original) => (request) => {
          if (request.reason === null) return original(request);
          times += 1;
          return original({ ...request, reference: `${request.reference.slice(0, 24)}-${times}` });
        });
        replaceMethod<ChannelConnector['askRefund']>(connector, 'askRefund', (original) => (refund) => {
          const isReturn = 'reason' in refund && refund.reason !== null;
          return isReturn ? Promise.resolve({ outcome: 'not_found' }) : original(refund);
        });
      });
    },
  },
  {
    name: 'unknown-is-a-failure',
    what: 'A channel that says nothing one can understand is taken to have failed',
    plant: (process) =>
      replaceMethod<ApplyAttemptOutcomeService['run']>(
        process.get(ApplyAttemptOutcomeService),
        'run',
        (original) => (name, word, also) =>
          original(name, word.outcome === 'unknown' ? { ...word, outcome: 'failed', reason: 'other' } : word, also),
      ),
  },
  {
    name: 'failure-after-the-money',
    what: 'A failure that is reported of a paid attempt is believed, and the money is given up',
    plant: (process) =>
      replaceMethod<WeighWordService['unpaid']>(process.get(WeighWordService), 'unpaid', (original) => (locked, outcome, askedAt) => {
        const { attempt, unit } = locked;
        if (attempt.state === 'paid' && outcome === 'failed')
          unit.post({
            kind: 'payment.given_up',
            reference: attempt.transactionId,
            test: attempt.test,
            occurredAt: attempt.updatedAt,
            postings: [
              { account: 'platform:commission', currency: 'PLN', amountMinor: attempt.plnMinor },
              { account: `platform:clearing:${attempt.channel}`, currency: 'PLN', amountMinor: -attempt.plnMinor },
            ],
          });
        return original(locked, outcome, askedAt);
      }),
  },
  {
    name: 'attempt-not-found-believed-at-once',
    what: 'An acquirer that does not know an attempt yet is believed at once',
    plant: (process) =>
      replaceMethod<AttemptAskSchedule['notFoundIsBelieved']>(process.get(AttemptAskSchedule), 'notFoundIsBelieved', () => () => true),
  },
];
