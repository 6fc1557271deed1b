import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Client } from 'pg';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { minorTransformer } from '../../src/runtime/database/minor-transformer.js';
import { insertionOf } from '../../src/runtime/database/rows/row-insertion.js';
import { selectionOf } from '../../src/runtime/database/rows/row-selection.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

@Entity('anything')
class Anything {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { nullable: true })
  words: string | null;

  @Column('bigint', { transformer: minorTransformer })
  amountMinor: number;

  @Column('smallint')
  count: number;

  @Column('boolean')
  flag: boolean;

  @Column('bytea')
  bytes: Buffer;

  @Column('jsonb')
  json: unknown;

  @Column('timestamptz', { nullable: true })
  at: Date | null;
}

const INSERTION = insertionOf(Anything);
const SELECTION = selectionOf(Anything, ['id', 'words', 'amountMinor', 'count', 'flag', 'bytes', 'json', 'at']);

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(
    'CREATE TABLE anything (id uuid PRIMARY KEY, words text, amount_minor bigint, count smallint, flag boolean, bytes bytea, json jsonb, at timestamptz)',
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Texts without NUL characters and lone surrogates, which PostgreSQL does not store. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\u0000', '').toWellFormed()),
  fc.constantFrom('', 'NULL', 'null', '{}', '{"a",b}', '\\', '"', "'; --", ' ', ',', '\\x00', 'a\nb'),
);
/** V8 of Node 24 and 26 can parse an escaped key of an object as another key that it has cached (github.com/nodejs/node/issues/63785). */
function parsesEscapedKeys(): boolean {
  JSON.parse(String.raw`{"h":[],"\\":0}`);
  return Object.keys(JSON.parse(String.raw`{"h":1,"\"":2}`) as object)[1] === '"';
}
const keys = parsesEscapedKeys() ? texts : texts.map((text) => text.replaceAll(/[\p{Cc}"\\]/gu, ''));
const { value: json } = fc.letrec<{ value: unknown; list: unknown[]; map: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, texts, fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  map: fc.dictionary(keys, tie('value'), { maxKeys: 3, noNullPrototype: true }),
}));

const row: fc.Arbitrary<Anything> = fc.record({
  id: fc.uuid(),
  words: fc.option(texts),
  amountMinor: fc.maxSafeInteger(),
  count: fc.integer({ min: -32_768, max: 32_767 }),
  flag: fc.boolean(),
  bytes: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  json,
  at: fc.option(fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })),
});

describe('rows that are inserted by one statement', () => {
  it('are read with the values that were written', async () => {
    const uniqueRows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(uniqueRows, async (rows) => {
        await client.query('TRUNCATE anything');
        await client.query({ name: 'anything_insert', text: INSERTION.insert(), values: INSERTION.values(rows) });
        const { rows: selected } = await client.query<object>(`SELECT ${SELECTION.columns()} FROM anything`);
        const byId = new Map(SELECTION.rows(selected).map((entity) => [entity.id, entity]));
        expect(rows.map(({ id }) => byId.get(id))).toEqual(rows);
      }),
      { numRuns: 50 },
    );
  });
});
