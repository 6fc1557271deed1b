import type { NamedQuery } from '../../../runtime/database/named-query.js';
import type { List } from '../lists/list.js';

/**
 * Both statements jump through an index from name to name instead of reading all its rows. Parameters: previous name, maximum number of
 * names.
 */

/** The scopes that have rows, such as services, as `name`. */
export function scopesWithRows({ name, table, scope }: List): NamedQuery {
  const nextNameSql = (after: string): string =>
    `SELECT ${scope.name} AS name FROM ${table} WHERE ${scope.name} > ${after} ORDER BY ${scope.name} LIMIT 1`;
  return { name: `${name} scopes`, text: skipScanSql(nextNameSql, scope.type) };
}

/** The lists that have counters, as `name`. */
export const COUNTED_NAMES: NamedQuery = {
  name: 'listing-names',
  text: skipScanSql(
    (after) => `
      SELECT least((SELECT list FROM listing_counter WHERE list > ${after} ORDER BY list LIMIT 1),
                   (SELECT list FROM listing_change WHERE list > ${after} ORDER BY list LIMIT 1)) AS name`,
    'text',
  ),
};

function skipScanSql(nextNameSql: (after: string) => string, type: string): string {
  return `
    WITH RECURSIVE found AS (
      SELECT first.name FROM (${nextNameSql(`$1::${type}`)}) AS first
      UNION ALL
      SELECT following.name FROM found CROSS JOIN LATERAL (${nextNameSql('found.name')}) AS following WHERE found.name IS NOT NULL
    )
    SELECT name FROM found WHERE name IS NOT NULL LIMIT $2`;
}
