import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { getMetadataArgsStorage } from 'typeorm';
import { type EntityClass, entityColumns } from '../../src/runtime/database/rows/entity-columns.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const SRC = join(import.meta.dirname, '../../src');

let database: TestDatabase;
let client: Client;
/** Exports of the entity files in `src`. Tests have their own entities, which are not checked. */
let entityExports: Set<unknown>;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  const files = (readdirSync(SRC, { recursive: true }) as string[]).filter((file) => file.endsWith('.entity.ts'));
  const modules = await Promise.all(files.map((file) => import(join(SRC, file)) as Promise<object>));
  entityExports = new Set(modules.flatMap((module) => Object.values(module) as unknown[]));
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Column {
  name: string;
  type: string;
  nullable: boolean;
}

const columnsInDatabase = async (table: string): Promise<(Column & { filled: boolean })[]> =>
  (
    await client.query<Column & { filled: boolean }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS nullable,
         attgenerated <> '' OR attidentity <> '' OR atthasdef OR NOT attnotnull AS filled
       FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attname`,
      [table],
    )
  ).rows;
/** PostgreSQL's own name of the type, with its precision. */
const catalogTypeOf = async (type: string): Promise<string | null> => {
  const precision = /\(.+\)/.exec(type)?.[0] ?? '';
  const [row] = (await client.query<{ name: string | null }>('SELECT format_type(to_regtype($1), NULL) AS name', [type])).rows;
  return row?.name ? row.name + precision : null;
};

describe('the columns that entities declare', () => {
  it('have the names, types and nullability of the table’s columns', async () => {
    const entities = getMetadataArgsStorage()
      .tables.map(({ target }) => target as EntityClass<unknown>)
      .filter((target) => entityExports.has(target));
    expect(entities.length).toBeGreaterThan(10);
    for (const entity of entities) {
      const { table, columns } = entityColumns(entity);
      const tableColumns = await columnsInDatabase(table);
      const declared: Column[] = [];
      for (const { name, type, nullable } of columns) declared.push({ name, type: (await catalogTypeOf(type)) ?? '', nullable });
      const declaredNames = new Set(declared.map(({ name }) => name));
      const actual = tableColumns
        .filter(({ name }) => declaredNames.has(name))
        .map(({ name, type, nullable }) => ({ name, type, nullable }));
      expect([entity.name, declared.sort((a, b) => (a.name < b.name ? -1 : 1))]).toEqual([entity.name, actual]);
      // Columns that the entity does not declare must have a default, be generated or be nullable. Otherwise inserts would fail.
      expect([entity.name, tableColumns.filter(({ name, filled }) => !declaredNames.has(name) && !filled)]).toEqual([entity.name, []]);
    }
  });
});
