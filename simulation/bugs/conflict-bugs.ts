import { ReverseSuspenseService } from '../../src/products/payments/attempts/outcome/reverse-suspense.service.js';
import { AllocateFundsService } from '../../src/products/payments/attempts/outcome/allocate-funds.service.js';
import { ResolveConflictService } from '../../src/products/payments/attempts/outcome/resolve-conflict.service.js';
import type { LockedAttempt } from '../../src/products/payments/attempts/lock-attempt.js';
import type { RefundResult } from '../../src/connectors/acquirers/port/refund.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { Bug } from './bug.js';
import { dropEntries, replaceMethod } from './inject.js';

type ApplyReversalUpdate = (locked: LockedAttempt, update: RefundResult) => Promise<string>;

/** A bug by which status updates with these outcomes, about the reversal of an attempt in this state, count as duplicates. */
function ignoreReversalUpdates(state: string, outcomes: readonly string[]): (process: GatewayProcess) => void {
  return (process) =>
    replaceMethod<ApplyReversalUpdate>(process.get(ReverseSuspenseService), 'applyTo', (original) => (locked, update) => {
      const isDropped = locked.attempt.state === state && outcomes.includes(update.outcome);
      return isDropped ? Promise.resolve('duplicate') : original(locked, update);
    });
}

export const CONFLICT_BUGS: readonly Bug[] = [
  {
    name: 'amount-conflict-ignored',
    description: 'A callback with another amount than the booked one counts as a duplicate',
    inject: (process) =>
      replaceMethod<ResolveConflictService['paid']>(process.get(ResolveConflictService), 'paid', () => () => Promise.resolve('duplicate')),
  },
  {
    name: 'late-failure-dropped',
    description: 'A failure that is reported for a paid attempt is dropped without being shown to staff',
    inject: (process) =>
      replaceMethod<ResolveConflictService['unpaid']>(
        process.get(ResolveConflictService),
        'unpaid',
        () => () => Promise.resolve('too_late'),
      ),
  },
  {
    name: 'amount-conflict-never-corrected',
    description: 'A wrong amount stays in suspense after the acquirer has corrected it',
    inject: (process) =>
      replaceMethod<AllocateFundsService['correct']>(process.get(AllocateFundsService), 'correct', () => () => Promise.resolve(null)),
  },
  {
    name: 'correction-posts-both-amounts',
    description: 'A corrected amount is posted, and the wrong one stays in suspense, too',
    inject: (process) => dropEntries(process, 'payment.suspense_corrected'),
  },
  {
    name: 'reversal-failed-later-ignored',
    description: 'A callback that a completed reversal failed counts as a duplicate',
    inject: ignoreReversalUpdates('returned', ['failed', 'rejected']),
  },
  {
    name: 'late-reversal-ignored',
    description: 'A reversal that completes after the acquirer had rejected it is dropped',
    inject: ignoreReversalUpdates('suspense', ['completed']),
  },
  {
    name: 'reversal-amount-not-compared',
    description: 'A reversal counts as completed without a comparison of its amount',
    inject: (process) =>
      replaceMethod<ApplyReversalUpdate>(
        process.get(ReverseSuspenseService),
        'applyTo',
        (original) => (locked, update) => original(locked, { ...update, money: null }),
      ),
  },
  {
    name: 'reversal-failure-not-posted',
    description: 'When a completed reversal fails, the money is posted to no account',
    inject: (process) => dropEntries(process, 'payment.suspense_taken_back'),
  },
];
