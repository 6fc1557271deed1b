import type { Mandate, MandateBankState } from '../model/mandate.js';
import { isExpired, type AliasAppState, type ModelAlias } from '../model/model-alias.js';
import type { World } from '../world/world.js';

/** How long an app keeps an alias, where it does not keep it for ever. */
const KEPT_DAYS = 2;
const A_DAY_MS = 24 * 3_600_000;

/** A bank decides on a mandate. A refusal or an end is final. */
export function decideMandate(world: World, mandate: Mandate, deed: MandateBankState, by: 'payer' | 'scheme' = 'payer'): void {
  const { first } = mandate;
  const wasOpen = mandate.deed === 'unseen' || mandate.deed === 'open';
  const canEnd = mandate.deed === 'active' && (deed === 'revoked' || deed === 'expired');
  if (!wasOpen && !canEnd) return;
  mandate.deed = deed;
  if (deed === 'revoked') mandate.revokedBy = by;
  if (!first || first.asked.amount === 0) return;
  if (first.deed === 'unseen') first.deed = 'open';
  // The first payment has its own result, which mostly is that of the mandate.
  const goesAlong = world.honest || world.dice('first payment', mandate.name).chance(0.9);
  if (deed === 'active' && goesAlong) world.does(first, 'taken');
  if (deed === 'refused' && goesAlong && first.deed === 'open') first.deed = 'failed';
}

/** The payer's app decides on an alias. Of several aliases of one value, the newest counts. */
export function decideAlias(world: World, alias: ModelAlias, deed: AliasAppState): void {
  const wasOpen = alias.deed === 'unseen' || alias.deed === 'pending';
  const canEnd = alias.deed === 'active' && (deed === 'unregistered' || deed === 'expired');
  if (!wasOpen && !canEnd) return;
  alias.deed = deed;
  if (deed !== 'active') return;
  if (world.dice('keeps', alias.name).chance(0.4)) alias.until = new Date(world.businessNow.getTime() + KEPT_DAYS * A_DAY_MS);
  for (const other of sameIn(world, alias)) if (other.deed === 'active') other.deed = 'replaced';
}

/** An alias expires in the app too. */
export function expireAlias(world: World, alias: ModelAlias): void {
  if (alias.deed === 'active' && isExpired(alias, world.businessNow)) alias.deed = 'expired';
}

/** Other aliases of the same value in the same app. */
function sameIn({ model }: World, alias: ModelAlias): ModelAlias[] {
  const { value, app } = alias;
  return [...model.blik.aliases.values()].filter((other) => other !== alias && other.value === value && other.app === app);
}
