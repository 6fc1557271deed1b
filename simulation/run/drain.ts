import { isBookable } from '../model/chargeback.js';
import { findOpenWork } from '../invariants/check-end.js';
import type { StepCheck } from '../invariants/check-step.js';
import type { Action } from '../actions/step.js';
import { actualReversalOutcome } from '../steps/reversal-actions.js';
import type { World } from '../world/world.js';
import { runStep } from './run-step.js';
import { finalMandateActions } from './final-mandate-actions.js';

/** Time before each round of scheduled tasks. Together the rounds are longer than any wait in the gateway. */
const ROUNDS_MINUTES = [1, 6, 15, 45, 70, 180, 360, 720, 1500, 1500, 1500, 1500, 3000, 3000];

/**
 * States in which the gateway knows that the provider took the money. A reported outcome is not enough: the process may have died with the
 * response.
 */
const MONEY_KNOWN_STATES = ['booked', 'reversal_due', 'reversed', 'paid', 'held', 'return_due', 'returned', 'suspense'];

/**
 * Ends an episode: all external services become truthful and respond immediately, and the gateway gets the time that it needs.
 * @param lastIndex index of the last step that was run.
 */
export async function drain(world: World, check: StepCheck, lastIndex: number): Promise<void> {
  let index = lastIndex;
  /** Runs and checks a further step. Returns false when an invariant is violated. */
  const runAction = async (action: Action, delayMs = 0): Promise<boolean> => {
    index += 1;
    await runStep(world, { index, action, process: 0, delayMs, firstCallOutcome: 'answered', commitFault: null, concurrent: null });
    await check.run();
    return world.violation === null;
  };
  world.isTruthful = true;
  while (world.calls.waitingCalls.length > 0) if (!(await runAction({ kind: 'response arrives', callIndex: 0 }))) return;
  for (const minutes of ROUNDS_MINUTES) {
    // Both clocks move: business time is the clock of the machines plus an offset, and some waits use the clock of the machines.
    if (!(await runAction({ kind: 'time passes', minutes: 0 }, minutes * 60_000))) return;
    for (const action of [...finalActions(world), ...repeatActions(world)]) if (!(await runAction(action))) return;
    if (!(await runAction({ kind: 'all scheduled tasks' }))) return;
    // A refused charge may be booked later, when it is no longer polled. The next round has the callback about this booking.
    if (finalActions(world).length === 0 && (await findOpenWork(world)).length === 0) return;
  }
}

/** Returns the open decisions of payers and providers, and the callbacks about money that the gateway does not know. */
function finalActions(world: World): Action[] {
  const actions: Action[] = [];
  for (const sale of world.model.sales.values()) {
    if (sale.kind === 'phone') {
      for (const [indexFromLast, charge] of sale.charges.toReversed().entries()) {
        const target = { sale: sale.name, charge: indexFromLast };
        if (charge.actualState === 'seen' || charge.actualState === 'accepted')
          actions.push({
            kind: 'operator decides',
            ...target,
            decision: world.random('last word', charge.name).pick(['booked', 'refused']),
          });
        if (charge.actualState === 'booked' && (charge.isUnacknowledged || !MONEY_KNOWN_STATES.includes(charge.gatewayState)))
          actions.push({
            kind: 'operator sends callback',
            ...target,
            reports: 'the actual state',
            fromOtherOperator: false,
            isRepeat: false,
          });
      }
    }
    if (sale.kind === 'online') {
      for (const [indexFromLast, attempt] of sale.attempts.toReversed().entries()) {
        // PayPal waits for the gateway to capture. Other channels capture an authorized attempt by themselves.
        if (attempt.actualState === 'authorized' && attempt.channel !== 'paypal')
          actions.push({ kind: 'payer acts', sale: sale.name, attempt: indexFromLast, decision: 'captured', hasOtherAmount: false });
        if (
          attempt.actualState === 'captured' &&
          (attempt.isUnacknowledged || attempt.isLastUpdateFalse || !MONEY_KNOWN_STATES.includes(attempt.gatewayState))
        )
          actions.push({
            kind: 'acquirer sends callback',
            sale: sale.name,
            attempt: indexFromLast,
            reports: 'the actual state',
            isHint: false,
            isRepeat: false,
          });
      }
      if (
        sale.attempts.some(
          (attempt) =>
            actualReversalOutcome(attempt) !== null &&
            (attempt.isUnacknowledged || actualReversalOutcome(attempt) !== attempt.lastReversalOutcome),
        )
      )
        actions.push({ kind: 'acquirer sends reversal callback', sale: sale.name, reports: 'the actual state', isRepeat: false });
      for (const [indexFromLast, refund] of sale.refunds.toReversed().entries()) {
        const target = { sale: sale.name, refund: indexFromLast };
        if (refund.actualState === 'pending')
          actions.push({
            kind: 'acquirer decides on a refund',
            ...target,
            decision: world.random('last word', refund.name).pick(['completed', 'failed']),
          });
        if (refund.actualState === 'reversed' && (refund.isUnacknowledged || !refund.reportedOutcomes.has('refund failed')))
          actions.push({ kind: 'acquirer sends refund callback', ...target, isRepeat: false });
      }
      // Staff also review an attempt of a setup payment, although no money is held.
      if (sale.attempts.some(({ gatewayState }) => gatewayState === 'held'))
        actions.push({ kind: 'review', sale: sale.name, release: world.random('verdict', sale.name).chance(0.5) });
    }
  }
  return [...actions, ...finalMandateActions(world)];
}

/**
 * Returns the repetitions at the end: staff repeat commands without a result, and the acquirer repeats chargebacks that were not
 * acknowledged. At the request of staff it also repeats chargebacks that were left to staff and can be booked now.
 */
function repeatActions({ model }: World): Action[] {
  const commands = [...model.staffCommands.values()].filter(({ result }) => result === null);
  const payments = [...model.sales.values()].filter((sale) => sale.kind === 'online');
  const chargebackRepeats = payments.flatMap(({ name, attempts }) =>
    attempts.toReversed().flatMap(({ chargebacks }, attempt) =>
      chargebacks
        .filter((chargeback) => chargeback.callbackReceived === null || isBookable(chargeback))
        .map((): Action => ({
          kind: 'acquirer charges back',
          sale: name,
          attempt,
          percent: 100,
          hasOtherCurrency: false,
          isRepeat: true,
        })),
    ),
  );
  return [...commands.map(({ name }): Action => ({ kind: 'staff repeat', sale: name })), ...chargebackRepeats];
}
