import { HandleAcquirerCallbackService } from '../../src/products/payments/acquirer-callbacks/handle-acquirer-callback.service.js';
import type { ParsedCallback } from '../../src/connectors/acquirers/port/callback.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import { reversalUpdate } from '../actors/acquirer-refunds.js';
import { markUntilAcknowledged } from '../actors/mark-until-acknowledged.js';
import type { World } from '../world/world.js';
import type { ActionKinds } from './action-kind.js';

type ReversalKind = 'acquirer decides on a reversal' | 'acquirer sends reversal callback';

/** Returns the payment's last attempt with a reversal that the gateway requested, and the gateway's id of this reversal. */
function lastReversalOf(world: World, sale: string): { attempt: AcquirerAttempt; reference: string } | null {
  for (const attempt of world.model.onlinePayment(sale)?.attempts.toReversed() ?? []) {
    const reference = [...attempt.rejectedReversals.keys(), ...attempt.reversals.keys()].at(-1);
    if (reference !== undefined) return { attempt, reference };
  }
  return null;
}

/** The acquirer's decisions and callbacks about reversals of suspense money. */
export const REVERSAL_ACTIONS: ActionKinds<ReversalKind> = {
  'acquirer decides on a reversal': {
    title: ({ sale, decision }) => `the acquirer decides again on the reversal of ${sale}: ${decision}`,
    actOutside(world, { sale, decision }) {
      const { attempt, reference } = lastReversalOf(world, sale) ?? {};
      if (!attempt || reference === undefined) return;
      const isCompleted = attempt.reversals.has(reference);
      if (decision === 'failed' && isCompleted) {
        attempt.reversals.delete(reference);
        attempt.rejectedReversals.set(reference, 'failed'); // final: only a rejected reversal can still be completed
      }
      if (decision === 'completed' && attempt.rejectedReversals.get(reference) === 'rejected') {
        attempt.rejectedReversals.delete(reference);
        attempt.reversals.set(reference, attempt.requested);
      }
    },
  },
  'acquirer sends reversal callback': {
    title: ({ sale, reports, isRepeat }) =>
      `the acquirer sends a callback about the reversal of ${sale}: ${reports}${isRepeat ? ', again' : ''}`,
    gatewayWork(world, process, { sale, reports, isRepeat }) {
      const { attempt, reference } = lastReversalOf(world, sale) ?? {};
      if (!attempt || reference === undefined) return null;
      const isCompleted = attempt.reversals.has(reference);
      if (reports !== 'the actual state' && !isCompleted) return null;
      const outcome =
        reports === 'rejected' ? reports : isCompleted ? 'completed' : (attempt.rejectedReversals.get(reference) ?? 'rejected');
      const reportedMoney = { ...attempt.requested, amount: attempt.requested.amount + (reports === 'another amount' ? 1 : 0) };
      const money = outcome === 'completed' ? { amountMinor: reportedMoney.amount, currency: reportedMoney.currency } : null;
      const result = { ...reversalUpdate(attempt, outcome), money };
      const eventId = isRepeat ? `${attempt.name}-return-${reports}-${outcome}` : `${attempt.name}-return-${world.step.index}`;
      const callback: ParsedCallback = {
        verdict: 'verified',
        events: [{ kind: 'refund', providerRef: null, reference, eventId, result }],
        answer: { status: 200, contentType: 'text/plain', body: 'OK' },
      };
      const head = { headers: {}, query: {}, address: '192.0.2.1' };
      const account = attempt.test ? 'tryout' : 'acquirer';
      const stateBefore = attempt.gatewayState;
      attempt.lastReversalOutcome = reports === 'the actual state' ? outcome : reports;
      return markUntilAcknowledged(attempt, async () => {
        await process.get(HandleAcquirerCallbackService).run(account, head, () => Promise.resolve(Buffer.from(JSON.stringify(callback))));
        world.model.acknowledgedCallbacks.push({ subject: 'reversal', attempt, stateBefore, outcome, money: money && reportedMoney });
      });
    },
  },
};

/** Outcome of the attempt's reversal in the acquirer's records; null when the gateway has requested no reversal. */
export function actualReversalOutcome({ reversals, rejectedReversals }: AcquirerAttempt): string | null {
  if (reversals.size > 0) return 'completed';
  return [...rejectedReversals.values()].at(-1) ?? null;
}
