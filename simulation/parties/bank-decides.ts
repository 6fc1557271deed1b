import type { Agreement, AgreementDeed } from '../books/agreement.js';
import { isOutOfTime, type AliasDeed, type KnownAlias } from '../books/known-alias.js';
import type { World } from '../world/world.js';

/** How long an app keeps an alias, where it does not keep it for ever. */
const KEPT_DAYS = 2;
const A_DAY_MS = 24 * 3_600_000;

/** A bank makes up its mind about an agreement: what was refused or has ended stays so. */
export function decideOnAgreement(world: World, agreement: Agreement, deed: AgreementDeed, by: 'payer' | 'scheme' = 'payer'): void {
  const { first } = agreement;
  const wasOpen = agreement.deed === 'unseen' || agreement.deed === 'open';
  const canEnd = agreement.deed === 'active' && (deed === 'revoked' || deed === 'expired');
  if (!wasOpen && !canEnd) return;
  agreement.deed = deed;
  if (deed === 'revoked') agreement.revokedBy = by;
  if (!first || first.asked.amount === 0) return;
  if (first.deed === 'unseen') first.deed = 'open';
  // The first payment has a life of its own, which is mostly that of the agreement.
  const goesAlong = world.honest || world.dice('first payment', agreement.name).chance(0.9);
  if (deed === 'active' && goesAlong) world.does(first, 'taken');
  if (deed === 'refused' && goesAlong && first.deed === 'open') first.deed = 'failed';
}

/** The payer's app makes up its mind about an alias. Of several of one value it knows the payer by the newest. */
export function decideOnAlias(world: World, alias: KnownAlias, deed: AliasDeed): void {
  const wasOpen = alias.deed === 'unseen' || alias.deed === 'pending';
  const canEnd = alias.deed === 'active' && (deed === 'unregistered' || deed === 'expired');
  if (!wasOpen && !canEnd) return;
  alias.deed = deed;
  if (deed !== 'active') return;
  if (world.dice('keeps', alias.name).chance(0.4)) alias.until = new Date(world.businessNow.getTime() + KEPT_DAYS * A_DAY_MS);
  for (const other of sameIn(world, alias)) if (other.deed === 'active') other.deed = 'replaced';
}

/** Its time passes in the app as well. */
export function letExpire(world: World, alias: KnownAlias): void {
  if (alias.deed === 'active' && isOutOfTime(alias, world.businessNow)) alias.deed = 'expired';
}

/** Others of the same value in the same app. */
function sameIn({ books }: World, alias: KnownAlias): KnownAlias[] {
  const { value, app } = alias;
  return [...books.blik.aliases.values()].filter((other) => other !== alias && other.value === value && other.app === app);
}
