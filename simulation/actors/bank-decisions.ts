import type { Mandate, MandateBankState } from '../model/mandate.js';
import { isExpired, type AliasAppState, type ModelAlias } from '../model/model-alias.js';
import type { World } from '../world/world.js';

/** Lifetime of the aliases that expire. */
const ALIAS_LIFETIME_DAYS = 2;
const DAY_MS = 24 * 3_600_000;

/**
 * Applies a decision of the bank to a mandate. An open mandate accepts any decision, an active mandate only its end. Any other decision is
 * ignored.
 */
export function decideMandate(world: World, mandate: Mandate, decision: MandateBankState, by: 'payer' | 'scheme' = 'payer'): void {
  const { firstAttempt } = mandate;
  const wasOpen = mandate.actualState === 'unseen' || mandate.actualState === 'open';
  const canEnd = mandate.actualState === 'active' && (decision === 'revoked' || decision === 'expired');
  if (!wasOpen && !canEnd) return;
  mandate.actualState = decision;
  if (decision === 'revoked') mandate.revokedBy = by;
  if (!firstAttempt || firstAttempt.requested.amount === 0) return;
  if (firstAttempt.actualState === 'unseen') firstAttempt.actualState = 'open';
  // The bank mostly decides on the first payment together with the mandate. Otherwise the payment stays open.
  const isPaymentDecided = world.isTruthful || world.random('first payment', mandate.name).chance(0.9);
  if (decision === 'active' && isPaymentDecided) world.setAcquirerState(firstAttempt, 'captured');
  if (decision === 'refused' && isPaymentDecided && firstAttempt.actualState === 'open') firstAttempt.actualState = 'failed';
}

/**
 * Applies a decision of the payer's app to an alias. A newly active alias replaces the active alias with the same value in the same app.
 */
export function decideAlias(world: World, alias: ModelAlias, decision: AliasAppState): void {
  const wasOpen = alias.actualState === 'unseen' || alias.actualState === 'pending';
  const canEnd = alias.actualState === 'active' && (decision === 'unregistered' || decision === 'expired');
  if (!wasOpen && !canEnd) return;
  alias.actualState = decision;
  if (decision !== 'active') return;
  if (world.random('keeps', alias.name).chance(0.4)) alias.expiresAt = new Date(world.businessNow.getTime() + ALIAS_LIFETIME_DAYS * DAY_MS);
  for (const other of otherAliasesInApp(world, alias)) if (other.actualState === 'active') other.actualState = 'replaced';
}

/** Marks an active alias as expired when its time is over. */
export function expireAlias(world: World, alias: ModelAlias): void {
  if (alias.actualState === 'active' && isExpired(alias, world.businessNow)) alias.actualState = 'expired';
}

/** Returns the other aliases of the same value in the same app. */
export function otherAliasesInApp({ model }: World, alias: ModelAlias): ModelAlias[] {
  const { bankValue, app } = alias;
  return [...model.blik.aliases.values()].filter((other) => other !== alias && other.bankValue === bankValue && other.app === app);
}
