import { distinctOf } from '../../runtime/database/distinct-of.js';
import type { NamedQuery } from '../../runtime/database/named-query.js';
import type { List } from '../listing/lists/list.js';

/** Parameters of both statements: previous name, maximum number of names. */

/** The scopes that have rows, such as services, as `name`. */
export function scopesWithRows({ name, table, scope }: List): NamedQuery {
  const found = distinctOf('found', { table, key: [scope.name], firstWhere: `${scope.name} > $1::${scope.type}` });
  return { name: `${name} scopes`, text: `WITH RECURSIVE ${found} SELECT ${scope.name} AS name FROM found LIMIT $2` };
}

const COUNTERS_AND_CHANGES = '(SELECT list FROM listing_counter UNION ALL SELECT list FROM listing_change) AS counted';

/** The lists that have counters, as `name`. */
export const COUNTED_NAMES: NamedQuery = {
  name: 'listing-names',
  text: `WITH RECURSIVE ${distinctOf('found', { table: COUNTERS_AND_CHANGES, key: ['list'], firstWhere: 'list > $1::text' })} SELECT list AS name FROM found LIMIT $2`,
};
