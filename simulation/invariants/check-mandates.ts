import type { Mandate } from '../model/mandate.js';
import { chargedOf, paidOf, inProgress } from '../model/mandate-sums.js';
import { formatAmount } from '../model/amounts.js';
import type { ModelAlias } from '../model/model-alias.js';
import type { World } from '../world/world.js';
import type { BlikRows } from './adopt-blik-rows.js';

/** Checks all mandates: by the records of the banks, and by what the gateway has said about each charge. */
export function checkMandates(world: World, { mandates: rows }: BlikRows): void {
  const mandates = [...world.model.blik.mandates.values()];
  for (const mandate of mandates) {
    limits(world, mandate);
    const row = rows.find(({ reference }) => world.model.blik.mandate(reference) === mandate);
    const [paid, charged] = [paidOf(mandate), chargedOf(mandate)];
    const same =
      !row ||
      (row.paid_count === paid.count &&
        row.paid_minor === paid.minor &&
        row.charge_count === charged.count &&
        row.charge_minor === charged.minor);
    if (!same)
      world.found(
        'sums of a subscription are those of its charges',
        `${mandate.name}: ${JSON.stringify(row)} instead of ${JSON.stringify([charged, paid])}`,
      );
  }
  const claimed = mandates.filter(({ state, wasActive }) => wasActive || state === 'subscription_pending');
  const twice = claimed.find(({ value }, index) => claimed.findIndex((other) => other.value === value) < index);
  if (twice) world.found('a value is one subscription’s', `${twice.name} has ${twice.value}, and another one has it as well`);
  const known = [...world.model.blik.aliases.values()].filter(({ state }) => state === 'alias_active');
  const second = known.find((alias, index) => known.findIndex((other) => isSame(alias, other)) < index);
  if (second) world.found('an app knows a value once', `${second.name} is ${second.value} in ${second.app}, and another one is as well`);
}

function limits(world: World, mandate: Mandate): void {
  const { name, terms, charges, waiting } = mandate;
  const { count, minor } = chargedOf(mandate);
  if (count > (terms.count ?? Infinity)) world.found('charges stay within what was agreed', `${name} is charged ${count} times`);
  if (minor > (terms.total ?? Infinity))
    world.found('charges stay within what was agreed', `${name} is charged ${formatAmount(minor)} in all`);
  if (inProgress(mandate) > 1) {
    const both = [...charges.filter(({ chargeState }) => chargeState === 'running'), ...waiting].map((charge) => charge.name);
    world.found('one charge at a time', `${both.join(' and ')} of ${name} are under way at once`);
  }
  if (terms.model !== 'A') return;
  const periods = charges.filter(({ chargeState }) => chargeState !== 'free').map(({ period }) => period);
  if (new Set(periods).size < periods.length)
    world.found('charges stay within what was agreed', `a billing period of ${name} is charged twice`);
}

function isSame(a: ModelAlias, b: ModelAlias): boolean {
  return a.value === b.value && a.app === b.app;
}
