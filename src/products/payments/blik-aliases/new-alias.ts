import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { insertionOf, type NewRowOf } from '../../../runtime/database/rows/row-insertion.js';
import { ALIAS_LIST } from './alias.list.js';
import { ALIAS_TRANSITIONS } from './states.js';
import { PaymentAlias } from './payment-alias.entity.js';
import { wireValueOf } from './wire-value.js';

/** The listed columns keep their defaults in a new alias. */
const NEW_ALIASES = insertionOf(PaymentAlias, [
  'blikKey',
  'disclosedApps',
  'providerRef',
  'data',
  'pollCount',
  'closedBy',
  'reason',
  'rawCode',
  'activatedAt',
  'expiresAt',
]);
const INSERT_ALIAS = { name: 'payment_alias_insert', text: NEW_ALIASES.insert() };

export type NewAliasRow = Omit<NewRowOf<typeof NEW_ALIASES>, 'status' | 'updatedAt' | 'wireValue'>;

/** Inserts a pending alias and counts it in the list. The caller holds the payment's lock. @returns the alias's value at the acquirer. */
export async function insertAlias(unit: UnitOfWork, alias: NewAliasRow): Promise<string> {
  const { serviceId, type, value, createdAt } = alias;
  const wireValue = wireValueOf(type, serviceId, value);
  const status = ALIAS_TRANSITIONS.initial;
  await runNamed(unit.tx, INSERT_ALIAS, NEW_ALIASES.values([{ ...alias, wireValue, status, updatedAt: createdAt }]));
  unit.counts.push({ list: ALIAS_LIST.counter(serviceId), status, createdAt, by: 1 });
  return wireValue;
}
