import type { EntityManager } from 'typeorm';
import { changeValues, countChanges, changesFromParameters, type ListingChange } from '../../../src/platform/listing/listing-statements.js';
import { runNamed } from '../../../src/runtime/database/named-query.js';

const CHANGE = { name: 'listing-change', text: `WITH ${countChanges(changesFromParameters(1))} SELECT` };

/** Counts changes with the gateway's own SQL. */
export const counters = {
  change: (tx: EntityManager, changes: readonly ListingChange[]): Promise<unknown> => runNamed(tx, CHANGE, changeValues(changes)),
};
