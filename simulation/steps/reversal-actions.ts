import { HandleAcquirerCallbackService } from '../../src/products/payments/callbacks/handle-acquirer-callback.service.js';
import type { ParsedCallback } from '../../src/connectors/acquirers/port/callback.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import { reversalUpdate } from '../actors/acquirer-refunds.js';
import { repeatUntilAnswered } from '../actors/repeat-callback.js';
import type { World } from '../world/world.js';
import type { ActionKinds } from './action-kind.js';

type ReturnKind = 'acquirer decides on a return' | 'acquirer reports a return';

/** The last attempt of a payment whose money belongs to no payment, and that the acquirer was asked to give back. */
function returningOf(world: World, sale: string): { attempt: AcquirerAttempt; reference: string } | null {
  for (const attempt of world.model.onlinePayment(sale)?.attempts.toReversed() ?? []) {
    const reference = [...attempt.rejectedReversals.keys(), ...attempt.reversals.keys()].at(-1);
    if (reference !== undefined) return { attempt, reference };
  }
  return null;
}

/** What acquirers do and report about money that belongs to no payment, after they were asked to give it back. */
export const REVERSAL_ACTIONS: ActionKinds<ReturnKind> = {
  'acquirer decides on a return': {
    title: ({ sale, decision }) => `the acquirer thinks again about what it gives back of ${sale}: ${decision}`,
    outside(world, { sale, decision }) {
      const { attempt, reference } = returningOf(world, sale) ?? {};
      if (!attempt || reference === undefined) return;
      const given = attempt.reversals.get(reference);
      if (decision === 'taken back' && given) {
        attempt.reversals.delete(reference);
        attempt.rejectedReversals.set(reference, 'failed'); // and this is final
      }
      if (decision === 'given' && attempt.rejectedReversals.get(reference) === 'rejected') {
        attempt.rejectedReversals.delete(reference);
        attempt.reversals.set(reference, attempt.requested);
      }
    },
  },
  'acquirer reports a return': {
    title: ({ sale, says, again }) => `the acquirer reports of what it gives back of ${sale}: ${says}${again ? ', again' : ''}`,
    inside(world, process, { sale, says, again }) {
      const { attempt, reference } = returningOf(world, sale) ?? {};
      if (!attempt || reference === undefined) return null;
      const isGiven = attempt.reversals.has(reference);
      if (says !== 'the truth' && !isGiven) return null;
      const outcome = says === 'rejected' ? says : isGiven ? 'completed' : (attempt.rejectedReversals.get(reference) ?? 'rejected');
      const sum = { ...attempt.requested, amount: attempt.requested.amount + (says === 'another sum' ? 1 : 0) };
      const money = outcome === 'completed' ? { amountMinor: sum.amount, currency: sum.currency } : null;
      const result = { ...reversalUpdate(attempt, outcome), money };
      const eventId = again ? `${attempt.name}-return-${says}-${outcome}` : `${attempt.name}-return-${world.step.index}`;
      const report: ParsedCallback = {
        verdict: 'verified',
        events: [{ kind: 'refund', providerRef: null, reference, eventId, result }],
        answer: { status: 200, contentType: 'text/plain', body: 'OK' },
      };
      const head = { headers: {}, query: {}, address: '192.0.2.1' };
      const account = attempt.test ? 'tryout' : 'acquirer';
      const before = attempt.state;
      attempt.lastReversalOutcome = says === 'the truth' ? outcome : says;
      return repeatUntilAnswered(attempt, async () => {
        await process.get(HandleAcquirerCallbackService).run(account, head, () => Promise.resolve(Buffer.from(JSON.stringify(report))));
        world.model.acknowledgedCallbacks.push({ of: 'return', attempt, before, outcome, sum: money && sum });
      });
    },
  },
};

/** The acquirer's true answer about money that it was asked to give back; null when it was not asked. */
export function actualReversalOutcome({ reversals, rejectedReversals }: AcquirerAttempt): string | null {
  if (reversals.size > 0) return 'completed';
  return [...rejectedReversals.values()].at(-1) ?? null;
}
