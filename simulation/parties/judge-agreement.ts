import type { ConsentRequest } from '../../src/connectors/channels/port/consent.js';
import type { Agreement } from '../books/agreement.js';
import { isBeforeBegin, isPastEnd, mostOf } from '../books/agreement-sums.js';
import { dayOf } from '../books/day.js';
import type { AcquirerAttempt } from '../books/online-payment.js';
import { shown } from '../books/amounts.js';
import type { World } from '../world/world.js';

/** What a payer is asked to agree to is what the partner has asked for. */
export function requestUnwanted(
  world: World,
  { name, value, terms, payment }: Agreement,
  { model, terms: asked, alias }: ConsentRequest,
): void {
  const { limit, totalLimitMinor, chargesLimit, frequency, firstChargeOn, expiresAt } = asked;
  const told = {
    model,
    limit: limit?.amountMinor ?? null,
    total: totalLimitMinor,
    count: chargesLimit,
    everyDays: frequency === null ? null : Number(frequency.replace('D', '')),
    firstDay: firstChargeOn && dayOf(firstChargeOn),
    lastDay: expiresAt && dayOf(new Date(expiresAt.getTime() - 1)),
  };
  const wrong = Object.entries(terms).filter(([key, wanted]) => told[key as keyof typeof told] !== wanted);
  if (wrong.length > 0 || alias.value !== payment.wanted?.value || alias.value !== value)
    world.found('only what was agreed to is charged', `${name} is asked for with other terms: ${wrong.map(([key]) => key).join(', ')}`);
}

interface Told {
  now: Date;
  value: string;
  /** The bank is to ask the payer. */
  isConfirmed: boolean;
}

/** A bank is told to charge: whether its payer has agreed to that, at this time, by its own books and by what the gateway has said before. */
export function chargeUnagreed(
  world: World,
  agreement: Agreement | null,
  charge: AcquirerAttempt,
  { now, value, isConfirmed }: Told,
): void {
  const { name, asked, payment } = charge;
  if (!agreement) return world.found('only what was agreed to is charged', `${name} charges what nobody has agreed to`);
  const { terms } = agreement;
  const what = `${name} charges ${agreement.name}`;
  if (asked.amount !== payment.asked.amount || asked.amount > mostOf(agreement) || asked.currency !== 'PLN')
    world.found('only what was agreed to is charged', `${what}: ${shown(asked.amount)} of ${shown(payment.asked.amount)}`);
  if (value !== agreement.value || isConfirmed !== (terms.model === 'M') || payment.service !== agreement.payment.service)
    world.found('only what was agreed to is charged', `${what} in another way than was agreed`);
  if (!agreement.said.has('active')) world.found('nobody is charged before or after', `${what}, to which its payer has not agreed`);
  if (isBeforeBegin(agreement, now)) world.found('nobody is charged before or after', `${what} before its first day`);
  if (isPastEnd(agreement, now)) world.found('nobody is charged before or after', `${what} after its last day`);
  if (world.step.beside) return;
  const isOver = agreement.state !== 'subscription_active' || (agreement.endedIn !== null && agreement.endedIn < world.step.index);
  if (isOver) world.found('nobody is charged before or after', `${what}, which is over: ${agreement.state}`);
}
