import type { Mandate } from '../model/mandate.js';
import { isPastEnd, paidOf } from '../model/mandate-sums.js';
import { isExpired, type ModelAlias } from '../model/model-alias.js';
import type { World } from '../world/world.js';

/** At the end of an episode, banks and gateway must agree on mandates and aliases. */
export function verifyMandatesClosed(world: World): void {
  for (const mandate of world.model.blik.mandates.values()) endOfMandate(world, mandate);
  for (const alias of world.model.blik.aliases.values()) endOfAlias(world, alias);
}

function endOfMandate(world: World, mandate: Mandate): void {
  const { name, state, actualState, terms, charges, hasWrongReport } = mandate;
  const isActive = state === 'subscription_active';
  if (!hasWrongReport && isActive !== (actualState === 'active'))
    world.found('mandates are the same on both sides', `${name} is ${actualState} at the bank, and ${state}`);
  const { count, minor } = paidOf(mandate);
  const isUsedUp = count >= (terms.count ?? Infinity) || minor >= (terms.total ?? Infinity);
  if (isActive && (isUsedUp || isPastEnd(mandate, world.businessNow)))
    world.found('mandates are the same on both sides', `${name} is active, and nothing of it is left`);
  for (const charge of charges) {
    const isPaid = charge.payment.bookedAttempt === charge;
    if (isPaid !== (charge.chargeState === 'taken' || charge.chargeState === 'held'))
      world.found(
        'charged money is the gateway’s paid',
        `${charge.name} is ${charge.chargeState} for ${name}, and ${isPaid ? '' : 'not '}the payment's money`,
      );
  }
}

function endOfAlias(world: World, alias: ModelAlias): void {
  const { name, state, actualState, hasWrongReport } = alias;
  const isActive = state === 'alias_active';
  const isKnown = actualState === 'active' && !isExpired(alias, world.businessNow);
  if (!hasWrongReport && isActive !== isKnown)
    world.found('mandates are the same on both sides', `${name} is ${actualState} in the app, and ${state}`);
}
