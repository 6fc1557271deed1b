import type { EntityManager } from 'typeorm';
import { ERASED_NUMBER, columnsAsText, type PersonalDataSource, relatedRowsAsText } from '../../platform/products/personal-data-source.js';

type Key = PersonalDataSource['key'][number];

const ID: Key = { column: 'id', type: 'uuid' };
const textKey = (column: string): Key => ({ column, type: 'text' });

/** SQL that erases all matches of $1 from a column. */
const eraseMatches = (column: string): string => `${column} = regexp_replace(${column}, $1, 'erased', 'gi')`;
const eraseMatchesInJson = (column: string): string => `${column} = regexp_replace(${column}::text, $1, 'erased', 'gi')::jsonb`;
const replaceNumber = (column: string): string => `${column} = '${ERASED_NUMBER}'`;

/**
 * Tables of the sandbox that may contain payers' data. The cleanup deletes their rows after 30 days, but an erasure removes a payer's data
 * immediately.
 */
export const SANDBOX_PERSONAL_DATA: readonly PersonalDataSource[] = [
  withDeletedRows('text_message', ['phone_number', 'text', 'sender']),
  {
    ...withErasedColumns('payer_code', [textKey('operator'), textKey('code_reference')], ['phone_number'], [replaceNumber('phone_number')]),
    blockedReasonSql: `CASE WHEN t.used_by IS NULL AND t.made_at > now() - interval '30 minutes' THEN 'it may still be typed' END`,
    blockedHint: 'A simulated code is invalid after half an hour.',
  },
  withErasedColumns(
    'operator_charge',
    [textKey('operator'), textKey('charge_reference')],
    ['phone_number'],
    [replaceNumber('phone_number')],
  ),
  inboxNotifications(),
  withErasedColumns('acquirer_payment', [ID], ['description', 'return_url'], [eraseMatches('description'), eraseMatches('return_url')]),
  withErasedColumns(
    'acquirer_mandate',
    [ID],
    ['value', 'label', 'description', 'terms'],
    [eraseMatches('value'), eraseMatches('label'), eraseMatches('description'), eraseMatchesInJson('terms')],
  ),
  withErasedColumns('acquirer_charge', [{ column: 'payment_id', type: 'uuid' }], ['lines'], [eraseMatchesInJson('lines')]),
  withErasedColumns('acquirer_code', [textKey('reference')], ['alternatives'], [eraseMatchesInJson('alternatives')]),
];

function withErasedColumns(
  table: string,
  key: readonly Key[],
  columns: readonly string[],
  assignments: readonly string[],
): PersonalDataSource {
  const arrays = key.map(({ type }, index) => `$${index + 2}::${type}[]`).join(', ');
  const names = key.map(({ column }) => column).join(', ');
  // PostgreSQL needs the type of each parameter, so $1 occurs in the statement even when no column is searched for it.
  const updateSql = `UPDATE sandbox.${table} SET ${assignments.join(', ')} WHERE (${names}) IN (SELECT * FROM unnest(${arrays})) AND $1::text IS NOT NULL`;
  return {
    ...commonMembers(table, key, columnsAsText('t', columns)),
    erase: (tx, keys, payerPattern) =>
      countRows(tx, updateSql, [payerPattern, ...key.map((_, index) => keys.map((values) => values[index]))]),
  };
}

function withDeletedRows(table: string, columns: readonly string[]): PersonalDataSource {
  return {
    ...commonMembers(table, [ID], columnsAsText('t', columns)),
    erase: (tx, keys) => countRows(tx, `DELETE FROM sandbox.${table} WHERE id = ANY ($1)`, [keys.flat()]),
  };
}

/** Received notifications with all their deliveries. Bodies are searched as ASCII. */
function inboxNotifications(): PersonalDataSource {
  const deleteSql = `
    WITH attempts AS (DELETE FROM sandbox.inbox_attempt WHERE notification_id = ANY ($1))
    DELETE FROM sandbox.inbox_notification WHERE id = ANY ($1)`;
  const deliveriesSql = `(SELECT notification_id, headers, encode(body, 'escape') AS body FROM sandbox.inbox_attempt) o WHERE o.notification_id = t.id`;
  return {
    ...commonMembers('inbox_notification', [ID], relatedRowsAsText(deliveriesSql, ['headers', 'body'])),
    erase: (tx, keys) => countRows(tx, deleteSql, [keys.flat()]),
  };
}

function commonMembers(table: string, key: readonly Key[], searchedTextSql: string): Omit<PersonalDataSource, 'erase'> {
  return { name: `sandbox_${table}`, table: `sandbox.${table}`, key, searchedTextSql };
}

/** Runs a statement. @returns the number of changed rows. */
async function countRows(tx: EntityManager, statement: string, values: unknown[]): Promise<number> {
  const [, rows] = await tx.query<[unknown[], number]>(statement, values);
  return rows;
}
