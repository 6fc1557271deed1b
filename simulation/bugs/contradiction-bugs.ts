import { ReturnMoneyService } from '../../src/products/payments/attempts/outcome/return-money.service.js';
import { RecordPaidService } from '../../src/products/payments/attempts/outcome/record-paid.service.js';
import { ReconcileAttemptService } from '../../src/products/payments/attempts/outcome/reconcile-attempt.service.js';
import type { LockedAttempt } from '../../src/products/payments/attempts/lock-attempt.js';
import type { RefundResult } from '../../src/connectors/channels/port/refund.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { Bug } from './bug.js';
import { dropEntries, replaceMethod } from './plant.js';

type ApplyReturn = (locked: LockedAttempt, report: RefundResult) => Promise<string>;

/** Ignores these reports about money that is to go back, when it is in this state. */
function deafTo(state: string, outcomes: readonly string[]): (process: GatewayProcess) => void {
  return (process) =>
    replaceMethod<ApplyReturn>(process.get(ReturnMoneyService), 'applyTo', (original) => (locked, report) => {
      const isDropped = locked.attempt.state === state && outcomes.includes(report.outcome);
      return isDropped ? Promise.resolve('duplicate') : original(locked, report);
    });
}

export const CONTRADICTION_BUGS: readonly Bug[] = [
  {
    name: 'other-sum-after-the-money',
    what: 'A report with another amount than the one on record counts as a duplicate',
    plant: (process) =>
      replaceMethod<ReconcileAttemptService['paid']>(
        process.get(ReconcileAttemptService),
        'paid',
        () => () => Promise.resolve('duplicate'),
      ),
  },
  {
    name: 'failure-after-the-money-dropped',
    what: 'A report that a paid attempt failed is dropped without being shown to staff',
    plant: (process) =>
      replaceMethod<ReconcileAttemptService['unpaid']>(
        process.get(ReconcileAttemptService),
        'unpaid',
        () => () => Promise.resolve('too_late'),
      ),
  },
  {
    name: 'sum-never-corrected',
    what: 'A wrong amount stays in suspense after the acquirer has corrected it',
    plant: (process) =>
      replaceMethod<RecordPaidService['correct']>(process.get(RecordPaidService), 'correct', () => () => Promise.resolve(null)),
  },
  {
    name: 'correction-enters-both-sums',
    what: 'A corrected amount is entered, and the wrong one stays in suspense too',
    plant: (process) => dropEntries(process, 'payment.suspense_corrected'),
  },
  {
    name: 'return-that-failed-later',
    what: 'A report that a return was cancelled counts as a duplicate',
    plant: deafTo('returned', ['failed', 'rejected']),
  },
  {
    name: 'return-that-came-later',
    what: 'A return that succeeds after the acquirer had refused it is dropped',
    plant: deafTo('suspense', ['completed']),
  },
  {
    name: 'return-of-another-sum',
    what: 'A return counts as complete without a comparison of its amount',
    plant: (process) =>
      replaceMethod<ApplyReturn>(
        process.get(ReturnMoneyService),
        'applyTo',
        (original) => (locked, report) => original(locked, { ...report, money: null }),
      ),
  },
  {
    name: 'taken-back-and-not-owed',
    what: 'When a return is cancelled, the money is entered in no account',
    plant: (process) => dropEntries(process, 'payment.suspense_taken_back'),
  },
];
