import type { Agreement } from '../books/agreement.js';
import { isPastEnd, paidOf } from '../books/agreement-sums.js';
import { isOutOfTime, type KnownAlias } from '../books/known-alias.js';
import type { World } from '../world/world.js';

/** When nothing is left to do: banks and gateway agree on what can be charged and who is known. */
export function checkAgreementsEnd(world: World): void {
  for (const agreement of world.books.blik.agreements.values()) endOfAgreement(world, agreement);
  for (const alias of world.books.blik.aliases.values()) endOfAlias(world, alias);
}

function endOfAgreement(world: World, agreement: Agreement): void {
  const { name, state, deed, terms, charges, belied } = agreement;
  const isActive = state === 'subscription_active';
  if (!belied && isActive !== (deed === 'active'))
    world.found('agreements are the same on both sides', `${name} is ${deed} at the bank, and ${state}`);
  const { count, minor } = paidOf(agreement);
  const isUsedUp = count >= (terms.count ?? Infinity) || minor >= (terms.total ?? Infinity);
  if (isActive && (isUsedUp || isPastEnd(agreement, world.businessNow)))
    world.found('agreements are the same on both sides', `${name} is active, and nothing of it is left`);
  for (const charge of charges) {
    const isPaid = charge.payment.counted === charge;
    if (isPaid !== (charge.standing === 'taken' || charge.standing === 'held'))
      world.found(
        'charged money is the gateway’s paid',
        `${charge.name} is ${charge.standing} for ${name}, and ${isPaid ? '' : 'not '}the payment's money`,
      );
  }
}

function endOfAlias(world: World, alias: KnownAlias): void {
  const { name, state, deed, belied } = alias;
  const isActive = state === 'alias_active';
  const isKnown = deed === 'active' && !isOutOfTime(alias, world.businessNow);
  if (!belied && isActive !== isKnown) world.found('agreements are the same on both sides', `${name} is ${deed} in the app, and ${state}`);
}
