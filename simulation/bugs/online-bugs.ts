import { AcquirerConnectors } from '../../src/connectors/acquirers/port/acquirer-connectors.js';
import type { AcquirerConnector } from '../../src/connectors/acquirers/port/acquirer-connector.js';
import { ApplyAttemptOutcomeService } from '../../src/products/payments/attempts/outcome/apply-attempt-outcome.service.js';
import { ApplyMandateOutcomeService } from '../../src/products/payments/subscriptions/mandate/apply-mandate-outcome.service.js';
import type { LockedAttempt } from '../../src/products/payments/attempts/lock-attempt.js';
import { AllocateFundsService } from '../../src/products/payments/attempts/outcome/allocate-funds.service.js';
import { ResolveConflictService } from '../../src/products/payments/attempts/outcome/resolve-conflict.service.js';
import { ACQUIRERS } from '../actors/simulated-acquirer.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { Bug } from './bug.js';
import { replaceMethod } from './inject.js';

type AllocateFunds = AllocateFundsService['run'];
type BelieveNotFound = (locked: unknown, polledAt: Date) => Promise<string>;
type SuspendFunds = (locked: LockedAttempt) => Promise<string>;

/** A time of a poll at which each “not found” is believed. */
const LATER = new Date('9999-12-31');
/** States of a payment that ended without money. */
const ENDED_STATES = ['transaction_expired', 'transaction_canceled', 'transaction_failure'];

export function changeAcquirerConnectors(process: GatewayProcess, change: (connector: AcquirerConnector) => void): void {
  for (const name of Object.keys(ACQUIRERS)) {
    const connector = process.get(AcquirerConnectors).find(name);
    if (connector) change(connector);
  }
}

export const ONLINE_BUGS: readonly Bug[] = [
  {
    name: 'second-capture-ignored',
    description: 'A second capture of a paid payment is ignored',
    inject: (process) =>
      replaceMethod<SuspendFunds>(process.get(AllocateFundsService), 'suspendFunds', () => () => Promise.resolve('too_late')),
  },
  {
    name: 'late-capture-ignored',
    description: 'A capture of an expired, failed or cancelled payment is ignored',
    inject: (process) =>
      replaceMethod<AllocateFunds>(
        process.get(AllocateFundsService),
        'run',
        (original) => (locked, money) => (ENDED_STATES.includes(locked.row.status) ? Promise.resolve('too_late') : original(locked, money)),
      ),
  },
  {
    name: 'wrong-amount-accepted',
    description: 'A payment becomes paid although the acquirer captured another amount',
    inject: (process) =>
      replaceMethod<AllocateFunds>(process.get(AllocateFundsService), 'run', (original) => (locked) => original(locked, null)),
  },
  {
    name: 'reversal-repeated-after-timeout',
    description: 'A reversal gets a new reference after each timeout',
    inject(process) {
      let times = 0;
      changeAcquirerConnectors(process, (connector) => {
        replaceMethod<AcquirerConnector['refund']>(connector, 'refund', (original) => (request) => {
          if (request.reason === null) return original(request);
          times += 1;
          return original({ ...request, reference: `${request.reference.slice(0, 24)}-${times}` });
        });
        replaceMethod<AcquirerConnector['pollRefund']>(connector, 'pollRefund', (original) => (refund) => {
          // Only reversals of suspense money have a reason.
          const isReversal = 'reason' in refund && refund.reason !== null;
          return isReversal ? Promise.resolve({ outcome: 'not_found' }) : original(refund);
        });
      });
    },
  },
  {
    name: 'unknown-treated-as-failure',
    description: 'An unknown outcome counts as a failure',
    inject: (process) =>
      replaceMethod<ApplyAttemptOutcomeService['run']>(
        process.get(ApplyAttemptOutcomeService),
        'run',
        (original) => (key, update, received) =>
          original(key, update.outcome === 'unknown' ? { ...update, outcome: 'failed', reason: 'other' } : update, received),
      ),
  },
  {
    name: 'late-failure-removes-funds',
    description: 'A failure that is reported for a paid attempt removes the money from the ledger',
    inject: (process) =>
      replaceMethod<ResolveConflictService['unpaid']>(
        process.get(ResolveConflictService),
        'unpaid',
        (original) => (locked, outcome, polledAt) => {
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
          return original(locked, outcome, polledAt);
        },
      ),
  },
  {
    name: 'first-not-found-is-final',
    description: 'The first `not_found` of an acquirer is final',
    inject(process) {
      const believe = (original: BelieveNotFound) => (locked: unknown) => original(locked, LATER);
      replaceMethod<BelieveNotFound>(process.get(ApplyAttemptOutcomeService), 'closeIfBelieved', believe);
      replaceMethod<BelieveNotFound>(process.get(ApplyMandateOutcomeService), 'endIfBelieved', believe);
    },
  },
];
