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
  const goesOn = async (act: Action, afterMs = 0): Promise<boolean> => {
    index += 1;
    await runStep(world, { index, act, process: 0, afterMs, fate: 'answered', fault: null, beside: null });
    await check.run();
    return world.violation === null;
  };
  world.honest = true;
  while (world.calls.waiting.length > 0) if (!(await goesOn({ kind: 'answer comes', place: 0 }))) return;
  for (const minutes of ROUNDS_MINUTES) {
    // Real time must pass too: the offset of business time does not move the machines' clocks.
    if (!(await goesOn({ kind: 'time passes', minutes: 0 }, minutes * 60_000))) return;
    for (const act of [...lastWords(world), ...repeated(world)]) if (!(await goesOn(act))) return;
    if (!(await goesOn({ kind: 'everything that is due' }))) return;
    // An operator may refuse and book later, when the gateway no longer asks: it reports that in the next round.
    if (lastWords(world).length === 0 && (await openWork(world)).length === 0) return;
  }
}

/** Payers and parties that have not decided do so, and money that was taken without a report is reported. */
function lastWords(world: World): Action[] {
  const acts: Action[] = [];
  for (const sale of world.model.sales.values()) {
    if (sale.kind === 'phone') {
      for (const [place, charge] of sale.charges.toReversed().entries()) {
        const about = { sale: sale.name, charge: place };
        if (charge.deed === 'seen' || charge.deed === 'accepted')
          acts.push({ kind: 'operator decides', ...about, deed: world.dice('last word', charge.name).of(['booked', 'refused']) });
        if (charge.deed === 'booked' && (charge.unanswered || !HEARD_OF_MONEY.includes(charge.state)))
          acts.push({ kind: 'operator reports', ...about, says: 'the truth', stranger: false, again: false });
      }
    }
    if (sale.kind === 'online') {
      for (const [place, attempt] of sale.attempts.toReversed().entries()) {
        if (attempt.deed === 'authorized' && attempt.channel !== 'paypal')
          acts.push({ kind: 'payer acts', sale: sale.name, attempt: place, deed: 'taken', otherSum: false }); // no question has to be asked first
        if (attempt.deed === 'taken' && (attempt.unanswered || attempt.misleads || !HEARD_OF_MONEY.includes(attempt.state)))
          acts.push({ kind: 'acquirer reports', sale: sale.name, attempt: place, says: 'the truth', hint: false, again: false });
      }
      if (
        sale.attempts.some(
          (attempt) =>
            actualReversalOutcome(attempt) !== null && (attempt.unanswered || actualReversalOutcome(attempt) !== attempt.returnSaid),
        )
      )
        acts.push({ kind: 'acquirer reports a return', sale: sale.name, says: 'the truth', again: false });
      for (const [place, refund] of sale.refunds.toReversed().entries()) {
        const about = { sale: sale.name, refund: place };
        if (refund.deed === 'pending')
          acts.push({ kind: 'acquirer decides on a refund', ...about, deed: world.dice('last word', refund.name).of(['given', 'failed']) });
        if (refund.deed === 'taken back' && (refund.unanswered || !refund.said.has('refund failed')))
          acts.push({ kind: 'acquirer reports a refund', ...about, again: false });
      }
      // An attempt that only asks for a mandate holds no money, but staff look at it too.
      if (sale.attempts.some(({ state }) => state === 'held'))
        acts.push({ kind: 'judge', sale: sale.name, release: world.dice('verdict', sale.name).chance(0.5) });
    }
  }
  return [...acts, ...finalMandateActions(world)];
}

/**
 * Parties repeat reports that were not acknowledged. Chargebacks that were left to staff and can be booked by now are reported again, at
 * the request of staff.
 */
function repeated({ model }: World): Action[] {
  const orders = [...model.orders.values()].filter(({ told }) => told === null);
  const payments = [...model.sales.values()].filter((sale) => sale.kind === 'online');
  const disputes = payments.flatMap(({ name, attempts }) =>
    attempts
      .toReversed()
      .flatMap(({ chargebacks }, attempt) =>
        chargebacks
          .filter((chargeback) => chargeback.told === null || isBookable(chargeback))
          .map((): Action => ({ kind: 'acquirer takes back', sale: name, attempt, percent: 100, otherCurrency: false, again: true })),
      ),
  );
  return [...orders.map(({ name }): Action => ({ kind: 'staff repeat', sale: name })), ...disputes];
}
