import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { insertionOf, type NewRowOf } from '../../../runtime/database/rows/row-insertion.js';
import { ALIAS_LIST } from './alias.list.js';
import { ALIAS_TRANSITIONS } from './alias-transitions.js';
import { PaymentAlias } from './payment-alias.entity.js';

/** Nobody has heard of a new alias yet. */
const NEW_ALIASES = insertionOf(PaymentAlias, [
  'blikKey',
  'providerRef',
  'data',
  'askCount',
  'endedBy',
  'reason',
  'rawCode',
  'activatedAt',
  'expiresAt',
]);
const INSERT_ALIAS = { name: 'payment_alias_insert', text: NEW_ALIASES.insert() };

export type NewAliasRow = Omit<NewRowOf<typeof NEW_ALIASES>, 'status' | 'updatedAt'>;

/** Writes an alias that waits for its payer, and counts it. Its payment's lock is held. */
export async function insertAlias(unit: UnitOfWork, alias: NewAliasRow): Promise<void> {
  const { serviceId, createdAt } = alias;
  const status = ALIAS_TRANSITIONS.initial;
  await runNamed(unit.tx, INSERT_ALIAS, NEW_ALIASES.values([{ ...alias, status, updatedAt: createdAt }]));
  unit.counts.push({ list: ALIAS_LIST.counter(serviceId), status, createdAt, by: 1 });
}
