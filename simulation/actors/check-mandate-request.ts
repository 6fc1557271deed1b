import type { MandateRequest } from '../../src/connectors/acquirers/port/mandate.js';
import type { Mandate } from '../model/mandate.js';
import { isBeforeStart, isPastEnd, chargeLimit } from '../model/mandate-sums.js';
import { dayOf } from '../model/day.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import { formatAmount } from '../model/amounts.js';
import type { World } from '../world/world.js';

/** The payer must be asked to agree to exactly what the partner has asked for. */
export function unwantedRequest(
  world: World,
  { name, value, terms, payment }: Mandate,
  { model, terms: asked, alias }: MandateRequest,
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
  if (wrong.length > 0 || alias.value !== payment.requestedMandate?.value || alias.value !== value)
    world.found('only what was agreed to is charged', `${name} is asked for with other terms: ${wrong.map(([key]) => key).join(', ')}`);
}

interface Told {
  now: Date;
  value: string;
  /** The gateway has the bank ask the payer. */
  isConfirmed: boolean;
}

/**
 * The gateway has the bank charge the payer. Whether the payer has agreed to that at this time follows from the bank's records and the gateway's earlier
 * answers.
 */
export function unauthorizedCharge(
  world: World,
  mandate: Mandate | null,
  charge: AcquirerAttempt,
  { now, value, isConfirmed }: Told,
): void {
  const { name, requested, payment } = charge;
  if (!mandate) return world.found('only what was agreed to is charged', `${name} is charged without a mandate`);
  const { terms } = mandate;
  const what = `${name} charges ${mandate.name}`;
  if (requested.amount !== payment.requested.amount || requested.amount > chargeLimit(mandate) || requested.currency !== 'PLN')
    world.found(
      'only what was agreed to is charged',
      `${what}: ${formatAmount(requested.amount)} of ${formatAmount(payment.requested.amount)}`,
    );
  if (value !== mandate.value || isConfirmed !== (terms.model === 'M') || payment.service !== mandate.payment.service)
    world.found('only what was agreed to is charged', `${what} in another way than was agreed`);
  if (!mandate.reportedOutcomes.has('active'))
    world.found('nobody is charged before or after', `${what}, to which its payer has not agreed`);
  if (isBeforeStart(mandate, now)) world.found('nobody is charged before or after', `${what} before its first day`);
  if (isPastEnd(mandate, now)) world.found('nobody is charged before or after', `${what} after its last day`);
  if (world.step.concurrent) return;
  const isOver = mandate.state !== 'subscription_active' || (mandate.endedInStep !== null && mandate.endedInStep < world.step.index);
  if (isOver) world.found('nobody is charged before or after', `${what}, which is over: ${mandate.state}`);
}
