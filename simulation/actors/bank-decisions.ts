import type { Mandate, MandateBankState } from '../model/mandate.js';
import { isExpired, type AliasAppState, type ModelAlias } from '../model/model-alias.js';
import type { World } from '../world/world.js';

/** How long an app keeps an alias, where it does not keep it for ever. */
const KEPT_DAYS = 2;
const A_DAY_MS = 24 * 3_600_000;

/** A bank decides on a mandate. A refusal or an end is final. */
export function decideMandate(world: World, mandate: Mandate, decision: MandateBankState, by: 'payer' | 'scheme' = 'payer'): void {
  const { first } = mandate;
  const wasOpen = mandate.actualState === 'unseen' || mandate.actualState === 'open';
  const canEnd = mandate.actualState === 'active' && (decision === 'revoked' || decision === 'expired');
  if (!wasOpen && !canEnd) return;
  mandate.actualState = decision;
  if (decision === 'revoked') mandate.revokedBy = by;
  if (!first || first.requested.amount === 0) return;
  if (first.actualState === 'unseen') first.actualState = 'open';
  // The first payment has its own result, which mostly is that of the mandate.
  const goesAlong = world.isTruthful || world.random('first payment', mandate.name).chance(0.9);
  if (decision === 'active' && goesAlong) world.setAcquirerState(first, 'taken');
  if (decision === 'refused' && goesAlong && first.actualState === 'open') first.actualState = 'failed';
}

/** The payer's app decides on an alias. Of several aliases of one value, the newest counts. */
export function decideAlias(world: World, alias: ModelAlias, decision: AliasAppState): void {
  const wasOpen = alias.actualState === 'unseen' || alias.actualState === 'pending';
  const canEnd = alias.actualState === 'active' && (decision === 'unregistered' || decision === 'expired');
  if (!wasOpen && !canEnd) return;
  alias.actualState = decision;
  if (decision !== 'active') return;
  if (world.random('keeps', alias.name).chance(0.4)) alias.until = new Date(world.businessNow.getTime() + KEPT_DAYS * A_DAY_MS);
  for (const other of sameIn(world, alias)) if (other.actualState === 'active') other.actualState = 'replaced';
}

/** An alias expires in the app too. */
export function expireAlias(world: World, alias: ModelAlias): void {
  if (alias.actualState === 'active' && isExpired(alias, world.businessNow)) alias.actualState = 'expired';
}

/** Other aliases of the same value in the same app. */
function sameIn({ model }: World, alias: ModelAlias): ModelAlias[] {
  const { value, app } = alias;
  return [...model.blik.aliases.values()].filter((other) => other !== alias && other.value === value && other.app === app);
}
