import type { Agreement } from '../books/agreement.js';
import { chargedOf, paidOf, underWay } from '../books/agreement-sums.js';
import { shown } from '../books/amounts.js';
import type { KnownAlias } from '../books/known-alias.js';
import type { World } from '../world/world.js';
import type { BlikRows } from './adopt-blik-rows.js';

/** Looks at all that payers have agreed to, by the books of their banks and by what the gateway has said of each charge. */
export function checkAgreements(world: World, { agreements: rows }: BlikRows): void {
  const agreements = [...world.books.blik.agreements.values()];
  for (const agreement of agreements) {
    limits(world, agreement);
    const row = rows.find(({ reference }) => world.books.blik.agreement(reference) === agreement);
    const [paid, charged] = [paidOf(agreement), chargedOf(agreement)];
    const same =
      !row ||
      (row.paid_count === paid.count &&
        row.paid_minor === paid.minor &&
        row.charge_count === charged.count &&
        row.charge_minor === charged.minor);
    if (!same)
      world.found(
        'sums of a subscription are those of its charges',
        `${agreement.name}: ${JSON.stringify(row)} instead of ${JSON.stringify([charged, paid])}`,
      );
  }
  const claimed = agreements.filter(({ state, wasActive }) => wasActive || state === 'subscription_pending');
  const twice = claimed.find(({ value }, index) => claimed.findIndex((other) => other.value === value) < index);
  if (twice) world.found('a value is one subscription’s', `${twice.name} has ${twice.value}, and another one has it as well`);
  const known = [...world.books.blik.aliases.values()].filter(({ state }) => state === 'alias_active');
  const second = known.find((alias, index) => known.findIndex((other) => isSame(alias, other)) < index);
  if (second) world.found('an app knows a value once', `${second.name} is ${second.value} in ${second.app}, and another one is as well`);
}

function limits(world: World, agreement: Agreement): void {
  const { name, terms, charges, waiting } = agreement;
  const { count, minor } = chargedOf(agreement);
  if (count > (terms.count ?? Infinity)) world.found('charges stay within what was agreed', `${name} is charged ${count} times`);
  if (minor > (terms.total ?? Infinity)) world.found('charges stay within what was agreed', `${name} is charged ${shown(minor)} in all`);
  if (underWay(agreement) > 1) {
    const both = [...charges.filter(({ standing }) => standing === 'running'), ...waiting].map((charge) => charge.name);
    world.found('one charge at a time', `${both.join(' and ')} of ${name} are under way at once`);
  }
  if (terms.model !== 'A') return;
  const periods = charges.filter(({ standing }) => standing !== 'free').map(({ period }) => period);
  if (new Set(periods).size < periods.length)
    world.found('charges stay within what was agreed', `a billing period of ${name} is charged twice`);
}

function isSame(a: KnownAlias, b: KnownAlias): boolean {
  return a.value === b.value && a.app === b.app;
}
