import type { Mandate } from '../model/mandate.js';
import { limitTotals, paidTotals, countInProgress } from '../model/mandate-totals.js';
import { formatAmount } from '../model/amounts.js';
import type { ModelAlias } from '../model/model-alias.js';
import type { World } from '../world/world.js';
import type { BlikRows } from './load-blik-rows-into-model.js';

/**
 * Checks all mandates and aliases: the mandates' limits, the gateway's totals of their charges, that no two subscriptions that are pending
 * or were ever active have the same alias value, and that no app has two active aliases of the same value.
 */
export function checkMandates(world: World, { mandates: rows }: BlikRows): void {
  const mandates = [...world.model.blik.mandates.values()];
  for (const mandate of mandates) {
    checkLimits(world, mandate);
    const row = rows.find(({ reference }) => world.model.blik.mandate(reference) === mandate);
    const [paid, charged] = [paidTotals(mandate), limitTotals(mandate)];
    const isSame =
      !row ||
      (row.paid_count === paid.count &&
        row.paid_minor === paid.minor &&
        row.charge_count === charged.count &&
        row.charge_minor === charged.minor);
    if (!isSame)
      world.found(
        'totals of a subscription match its charges',
        `${mandate.name}: ${JSON.stringify(row)} instead of ${JSON.stringify([charged, paid])}`,
      );
  }
  const mandatesWithValue = mandates.filter(({ gatewayState, wasActive }) => wasActive || gatewayState === 'subscription_pending');
  const duplicate = mandatesWithValue.find(
    ({ aliasValue }, index) => mandatesWithValue.findIndex((other) => other.aliasValue === aliasValue) < index,
  );
  if (duplicate)
    world.found('an alias value has one subscription', `${duplicate.name} has ${duplicate.aliasValue}, which another subscription has too`);
  const activeAliases = [...world.model.blik.aliases.values()].filter(({ gatewayState }) => gatewayState === 'alias_active');
  const duplicateAlias = activeAliases.find((alias, index) => activeAliases.findIndex((other) => isSameAlias(alias, other)) < index);
  if (duplicateAlias)
    world.found(
      'an app has one active alias of a value',
      `${duplicateAlias.name} is ${duplicateAlias.bankValue} in ${duplicateAlias.app}, which another active alias is too`,
    );
}

function checkLimits(world: World, mandate: Mandate): void {
  const { name, terms, charges, awaitingConfirmation } = mandate;
  const { count, minor } = limitTotals(mandate);
  if (count > (terms.maxCount ?? Infinity)) world.found('charges stay within the limits', `${name} is charged ${count} times`);
  if (minor > (terms.maxTotalMinor ?? Infinity))
    world.found('charges stay within the limits', `${name} is charged ${formatAmount(minor)} in total`);
  if (countInProgress(mandate) > 1) {
    const chargeNames = [...charges.filter(({ chargeState }) => chargeState === 'running'), ...awaitingConfirmation].map(
      (charge) => charge.name,
    );
    world.found('one charge of a subscription at a time', `${chargeNames.join(' and ')} of ${name} are in progress at the same time`);
  }
  if (terms.model !== 'A') return;
  const periods = charges.filter(({ chargeState }) => chargeState !== 'free').map(({ billingPeriod }) => billingPeriod);
  if (new Set(periods).size < periods.length) world.found('charges stay within the limits', `a billing period of ${name} is charged twice`);
}

function isSameAlias(a: ModelAlias, b: ModelAlias): boolean {
  return a.bankValue === b.bankValue && a.app === b.app;
}
