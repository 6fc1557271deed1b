import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { MIGRATIONS } from '../../src/migrations.js';
import { ERASED_NUMBER } from '../../src/platform/products/personal-data-source.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const SRC = join(import.meta.dirname, '../../src');
const CHECKSUM_FILE = join(SRC, 'migrations.sha256');
const sources = (readdirSync(SRC, { recursive: true }) as string[]).sort();
const migrationFiles = sources.filter((file) => /(^|\/)migrations\/\d{13}-[^/]+\.ts$/.test(file));
const textOf = (file: string): string => readFileSync(join(SRC, file), 'utf8');
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

interface DatabaseFunction {
  name: string;
  /** The SQL that creates the function. */
  text: string;
  /** The file of the latest migration that creates the function from this text. */
  migration: string | undefined;
}

const functions: DatabaseFunction[] = [];
for (const file of sources.filter((source) => /\/sql\/[^/]+\.ts$/.test(source))) {
  const migrations = migrationFiles.filter((migration) =>
    textOf(migration).includes(file.slice(file.lastIndexOf('/sql/')).replace(/\.ts$/, '.js')),
  );
  const exports = Object.values((await import(join(SRC, file))) as Record<string, unknown>);
  for (const text of exports.filter((value) => typeof value === 'string')) {
    const [, name] = /^\s*CREATE OR REPLACE FUNCTION (\w+)/.exec(text) ?? [];
    if (name) functions.push({ name, text, migration: migrations.sort((one, other) => numberOf(one) - numberOf(other)).at(-1) });
  }
}
function numberOf(file: string): number {
  return Number(/(\d{13})-/.exec(file)?.[1]);
}

describe('the migrations of all parts', () => {
  it('are in the list MIGRATIONS in the order of their numbers', () => {
    const classNames = migrationFiles.map((file) => /export class (\w+)/.exec(textOf(file))?.[1] ?? file);
    const inOrder = classNames.sort((one, other) => Number(one.slice(-13)) - Number(other.slice(-13)));
    expect(MIGRATIONS.map(({ name }) => name)).toEqual(inOrder);
    expect(new Set(inOrder.map((name) => name.slice(-13))).size).toBe(inOrder.length);
  });

  // If another imported file changed, the migration would create a different schema in new databases than in existing ones.
  it('import only TypeORM, the helpers for migrations and the SQL of functions', () => {
    const imports = migrationFiles.flatMap((file) => [...textOf(file).matchAll(/from '([^']+)'/g)].map(([, from]) => `${file} ← ${from}`));
    const allowed =
      /← (typeorm|(\.\.\/)+(runtime\/database\/)?schema\/(schema-part|online-migration)\.js|(\.\.\/)+([a-z-]+\/)*sql\/[a-z-]+\.js)$/;
    expect(imports.filter((line) => !allowed.test(line))).toEqual([]);
  });

  /**
   * For each function with its own file, the list names the latest migration that creates the function, and the checksum of its text.
   * A database that ran this migration keeps the text of that time. A new text therefore needs a new migration.
   */
  it('are unchanged since their release: write a new migration and run "npm run migrations:checksum"', () => {
    const current = new Map(migrationFiles.map((file) => [file, hash(textOf(file))]));
    for (const { name, text, migration } of functions) current.set(`${name} by ${migration}`, hash(text));
    const listed = readChecksums();
    if (process.env['CHECKSUM_MIGRATIONS']) {
      for (const [subject, checksum] of current) if (!listed.has(subject)) listed.set(subject, checksum);
      writeFileSync(CHECKSUM_FILE, [...listed].map(([subject, checksum]) => `${checksum}  ${subject}\n`).join(''));
    }
    // Texts of a function that a later migration has replaced cannot be compared, because the file has only the newest text.
    const released = [...listed].filter(([subject]) => current.has(subject) || !subject.includes(' by '));
    expect(released.map(([subject]) => [subject, current.get(subject)])).toEqual(released);
    expect([...current.keys()].filter((subject) => !listed.has(subject))).toEqual([]);
  });
});

/** Checksums by their subject: the path of a migration, or `function by migration`. A line is 64 digits, two spaces and the subject. */
function readChecksums(): Map<string, string> {
  const lines = existsSync(CHECKSUM_FILE) ? readFileSync(CHECKSUM_FILE, 'utf8').split('\n').filter(Boolean) : [];
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

describe('functions of the database', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const definitions = async (): Promise<string[]> => {
    const { rows } = await client.query<{ text: string }>(
      `SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'webhook\\_%' ORDER BY 1`,
    );
    return rows.map(({ text }) => text);
  };

  it('for webhooks are in src/platform/webhooks/sql', async () => {
    expect((await definitions()).map((text) => /FUNCTION public\.(\w+)/.exec(text)?.[1])).toEqual(functions.map(({ name }) => name).sort());
  });

  it.each(functions)('have the text of their file: $name', async ({ text }) => {
    const before = await definitions();
    await client.query('BEGIN');
    await client.query(text);
    const after = await definitions();
    await client.query('ROLLBACK');
    expect(before).toEqual(after);
  });

  it('use no other phone number than the program’s placeholder for an erased one', async () => {
    const { rows } = await client.query<{ number: string }>(
      `SELECT DISTINCT found.number[1] AS number FROM pg_proc, regexp_matches(prosrc, '''(48\\d{9})''', 'g') AS found (number)
       WHERE pronamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([{ number: ERASED_NUMBER }]);
  });
});
