import type { EntityManager } from 'typeorm';
import { ERASED_NUMBER } from '../../runtime/database/erased-number.js';
import type { PersonalDataSource } from '../../runtime/personal-data/personal-data-source.js';
import { relatedRowsAsText, columnsAsText } from '../../runtime/personal-data/searchable-text.js';

type Key = PersonalDataSource['key'][number];

const ID: Key = { column: 'id', type: 'uuid' };
const text = (column: string): Key => ({ column, type: 'text' });

/** SQL that erases all matches of $1 from a column. */
const erased = (column: string): string => `${column} = regexp_replace(${column}, $1, 'erased', 'gi')`;
const erasedJson = (column: string): string => `${column} = regexp_replace(${column}::text, $1, 'erased', 'gi')::jsonb`;
const erasedNumber = (column: string): string => `${column} = '${ERASED_NUMBER}'`;

/** Tables of the sandbox that may contain payers' data. Their rows are deleted after 30 days. An erasure removes a payer's data at once. */
export const SANDBOX_PERSONAL_DATA: readonly PersonalDataSource[] = [
  removed('text_message', ['phone_number', 'text', 'sender']),
  {
    ...changed('payer_code', [text('operator'), text('code_reference')], ['phone_number'], [erasedNumber('phone_number')]),
    blockedReasonSql: `CASE WHEN t.used_by IS NULL AND t.made_at > now() - interval '30 minutes' THEN 'it may still be typed' END`,
    blockedHint: 'A simulated code is invalid after half an hour.',
  },
  changed('operator_charge', [text('operator'), text('charge_reference')], ['phone_number'], [erasedNumber('phone_number')]),
  inbox(),
  changed('acquirer_payment', [ID], ['description', 'return_url'], [erased('description'), erased('return_url')]),
  changed(
    'acquirer_mandate',
    [ID],
    ['value', 'label', 'description', 'terms'],
    [erased('value'), erased('label'), erased('description'), erasedJson('terms')],
  ),
  changed('acquirer_charge', [{ column: 'payment_id', type: 'uuid' }], ['lines'], [erasedJson('lines')]),
  changed('acquirer_code', [text('reference')], ['alternatives'], [erasedJson('alternatives')]),
];

function changed(table: string, key: readonly Key[], columns: readonly string[], set: readonly string[]): PersonalDataSource {
  const arrays = key.map(({ type }, index) => `$${index + 2}::${type}[]`).join(', ');
  const names = key.map(({ column }) => column).join(', ');
  const update = `UPDATE sandbox.${table} SET ${set.join(', ')} WHERE (${names}) IN (SELECT * FROM unnest(${arrays})) AND $1::text IS NOT NULL`;
  return {
    ...kindOf(table, key, columnsAsText('t', columns)),
    erase: (tx, keys, mention) => rowsOf(tx, update, [mention, ...key.map((_, index) => keys.map((values) => values[index]))]),
  };
}

function removed(table: string, columns: readonly string[]): PersonalDataSource {
  return {
    ...kindOf(table, [ID], columnsAsText('t', columns)),
    erase: (tx, keys) => rowsOf(tx, `DELETE FROM sandbox.${table} WHERE id = ANY ($1)`, [keys.flat()]),
  };
}

/** Received notifications with all their deliveries. Bodies are searched as ASCII. */
function inbox(): PersonalDataSource {
  const remove = `
    WITH attempts AS (DELETE FROM sandbox.inbox_attempt WHERE notification_id = ANY ($1))
    DELETE FROM sandbox.inbox_notification WHERE id = ANY ($1)`;
  const received = `(SELECT notification_id, headers, encode(body, 'escape') AS body FROM sandbox.inbox_attempt) o WHERE o.notification_id = t.id`;
  return {
    ...kindOf('inbox_notification', [ID], relatedRowsAsText(received, ['headers', 'body'])),
    erase: (tx, keys) => rowsOf(tx, remove, [keys.flat()]),
  };
}

function kindOf(table: string, key: readonly Key[], searchedTextSql: string): Omit<PersonalDataSource, 'erase'> {
  return { name: `sandbox_${table}`, table: `sandbox.${table}`, key, searchedTextSql };
}

async function rowsOf(tx: EntityManager, statement: string, values: unknown[]): Promise<number> {
  const [, rows] = await tx.query<[unknown[], number]>(statement, values);
  return rows;
}
