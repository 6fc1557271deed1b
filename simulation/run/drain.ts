import { isBookable } from '../model/chargeback.js';
import { openWork } from '../invariants/check-end.js';
import type { StepCheck } from '../invariants/check-step.js';
import type { Action } from '../actions/step.js';
import { actualReversalOutcome } from '../steps/reversal-actions.js';
import type { World } from '../world/world.js';
import { runStep } from './run-step.js';
import { finalMandateActions } from './final-mandate-actions.js';

/** Time between two rounds of scheduled work; together the rounds are longer than any wait in the gateway. */
const ROUNDS_MINUTES = [1, 6, 15, 45, 70, 180, 360, 720, 1500, 1500, 1500, 1500, 3000, 3000];

/**
 * States of charges and attempts whose money the gateway knows to have been taken. A process may have died with the answer that said so.
 */
const HEARD_OF_MONEY = ['booked', 'reversal_due', 'reversed', 'paid', 'held', 'return_due', 'returned', 'suspense'];

/** Ends an episode: all outside parties become truthful and quick, and the gateway gets all the time that it needs. */
export async function drain(world: World, check: StepCheck, last: number): Promise<void> {
  let index = last;
  const goesOn = async (action: Action, afterMs = 0): Promise<boolean> => {
    index += 1;
    await runStep(world, { index, action, process: 0, afterMs, callOutcome: 'answered', commitFault: null, concurrent: null });
    await check.run();
    return world.violation === null;
  };
  world.isTruthful = true;
  while (world.calls.waiting.length > 0) if (!(await goesOn({ kind: 'answer comes', place: 0 }))) return;
  for (const minutes of ROUNDS_MINUTES) {
    // Real time must pass too: the offset of business time does not move the machines' clocks.
    if (!(await goesOn({ kind: 'time passes', minutes: 0 }, minutes * 60_000))) return;
    for (const action of [...lastWords(world), ...repeated(world)]) if (!(await goesOn(action))) return;
    if (!(await goesOn({ kind: 'everything that is due' }))) return;
    // An operator may refuse and book later, when the gateway no longer asks: it reports that in the next round.
    if (lastWords(world).length === 0 && (await openWork(world)).length === 0) return;
  }
}

/** Payers and parties that have not decided do so, and money that was taken without a report is reported. */
function lastWords(world: World): Action[] {
  const actions: Action[] = [];
  for (const sale of world.model.sales.values()) {
    if (sale.kind === 'phone') {
      for (const [place, charge] of sale.charges.toReversed().entries()) {
        const about = { sale: sale.name, charge: place };
        if (charge.actualState === 'seen' || charge.actualState === 'accepted')
          actions.push({ kind: 'operator decides', ...about, decision: world.random('last word', charge.name).of(['booked', 'refused']) });
        if (charge.actualState === 'booked' && (charge.isUnacknowledged || !HEARD_OF_MONEY.includes(charge.state)))
          actions.push({ kind: 'operator reports', ...about, says: 'the truth', stranger: false, again: false });
      }
    }
    if (sale.kind === 'online') {
      for (const [place, attempt] of sale.attempts.toReversed().entries()) {
        if (attempt.actualState === 'authorized' && attempt.channel !== 'paypal')
          actions.push({ kind: 'payer acts', sale: sale.name, attempt: place, decision: 'taken', otherSum: false }); // no question has to be asked first
        if (
          attempt.actualState === 'taken' &&
          (attempt.isUnacknowledged || attempt.isLastReportWrong || !HEARD_OF_MONEY.includes(attempt.state))
        )
          actions.push({ kind: 'acquirer reports', sale: sale.name, attempt: place, says: 'the truth', hint: false, again: false });
      }
      if (
        sale.attempts.some(
          (attempt) =>
            actualReversalOutcome(attempt) !== null &&
            (attempt.isUnacknowledged || actualReversalOutcome(attempt) !== attempt.lastReversalOutcome),
        )
      )
        actions.push({ kind: 'acquirer reports a return', sale: sale.name, says: 'the truth', again: false });
      for (const [place, refund] of sale.refunds.toReversed().entries()) {
        const about = { sale: sale.name, refund: place };
        if (refund.actualState === 'pending')
          actions.push({
            kind: 'acquirer decides on a refund',
            ...about,
            decision: world.random('last word', refund.name).of(['given', 'failed']),
          });
        if (refund.actualState === 'taken back' && (refund.isUnacknowledged || !refund.reportedOutcomes.has('refund failed')))
          actions.push({ kind: 'acquirer reports a refund', ...about, again: false });
      }
      // An attempt that only asks for a mandate holds no money, but staff look at it too.
      if (sale.attempts.some(({ state }) => state === 'held'))
        actions.push({ kind: 'judge', sale: sale.name, release: world.random('verdict', sale.name).chance(0.5) });
    }
  }
  return [...actions, ...finalMandateActions(world)];
}

/**
 * Parties repeat reports that were not acknowledged. Chargebacks that were left to staff and can be booked by now are reported again, at
 * the request of staff.
 */
function repeated({ model }: World): Action[] {
  const orders = [...model.orders.values()].filter(({ result }) => result === null);
  const payments = [...model.sales.values()].filter((sale) => sale.kind === 'online');
  const disputes = payments.flatMap(({ name, attempts }) =>
    attempts
      .toReversed()
      .flatMap(({ chargebacks }, attempt) =>
        chargebacks
          .filter((chargeback) => chargeback.callbackReceived === null || isBookable(chargeback))
          .map((): Action => ({ kind: 'acquirer takes back', sale: name, attempt, percent: 100, otherCurrency: false, again: true })),
      ),
  );
  return [...orders.map(({ name }): Action => ({ kind: 'staff repeat', sale: name })), ...disputes];
}
