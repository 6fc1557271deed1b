import type { Mandate } from '../model/mandate.js';
import { isPastEnd, paidTotals } from '../model/mandate-totals.js';
import { isExpired, type ModelAlias } from '../model/model-alias.js';
import type { World } from '../world/world.js';

/** Checks at the end of an episode that the states of mandates and aliases match at the gateway and at the banks. */
export function checkMandatesEnd(world: World): void {
  for (const mandate of world.model.blik.mandates.values()) checkMandateEnd(world, mandate);
  for (const alias of world.model.blik.aliases.values()) checkAliasEnd(world, alias);
}

function checkMandateEnd(world: World, mandate: Mandate): void {
  const { name, gatewayState, actualState, terms, charges, hasFalseUpdate } = mandate;
  const isActive = gatewayState === 'subscription_active';
  if (!hasFalseUpdate && isActive !== (actualState === 'active'))
    world.found('mandates match on both sides', `${name} is ${actualState} at the bank, but ${gatewayState} at the gateway`);
  const { count, minor } = paidTotals(mandate);
  const isUsedUp = count >= (terms.maxCount ?? Infinity) || minor >= (terms.maxTotalMinor ?? Infinity);
  if (isActive && (isUsedUp || isPastEnd(mandate, world.businessNow)))
    world.found('mandates match on both sides', `${name} is active, although it is used up or past its end`);
  for (const charge of charges) {
    const isPaid = charge.payment.bookedAttempt === charge;
    if (isPaid !== (charge.chargeState === 'taken' || charge.chargeState === 'held'))
      world.found(
        'paid charges are posted for the partner',
        `${charge.name} is ${charge.chargeState} for ${name}, but its money is ${isPaid ? '' : 'not '}posted for the partner`,
      );
  }
}

function checkAliasEnd(world: World, alias: ModelAlias): void {
  const { name, gatewayState, actualState, hasFalseUpdate } = alias;
  const isActive = gatewayState === 'alias_active';
  const isActiveInApp = actualState === 'active' && !isExpired(alias, world.businessNow);
  if (!hasFalseUpdate && isActive !== isActiveInApp)
    world.found('mandates match on both sides', `${name} is ${actualState} in the app, but ${gatewayState} at the gateway`);
}
