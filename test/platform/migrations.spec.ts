import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { MIGRATIONS } from '../../src/migrations.js';
import { ERASED_NUMBER } from '../../src/runtime/database/erased-number.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const SRC = join(import.meta.dirname, '../../src');
const LIST = join(SRC, 'migrations.sha256');
const sources = (readdirSync(SRC, { recursive: true }) as string[]).sort();
const files = sources.filter((file) => /(^|\/)migrations\/\d{13}-[^/]+\.ts$/.test(file));
const textOf = (file: string): string => readFileSync(join(SRC, file), 'utf8');
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

interface DatabaseFunction {
  name: string;
  /** SQL that creates it. */
  text: string;
  /** The latest migration that runs this text. */
  migration: string | undefined;
}

const functions: DatabaseFunction[] = [];
for (const file of sources.filter((source) => /\/sql\/[^/]+\.ts$/.test(source))) {
  const running = files.filter((migration) => textOf(migration).includes(file.slice(file.lastIndexOf('/sql/')).replace(/\.ts$/, '.js')));
  const exported = Object.values((await import(join(SRC, file))) as Record<string, unknown>);
  for (const text of exported.filter((value) => typeof value === 'string')) {
    const [, name] = /^\s*CREATE OR REPLACE FUNCTION (\w+)/.exec(text) ?? [];
    if (name) functions.push({ name, text, migration: running.sort((one, other) => numberIn(one) - numberIn(other)).at(-1) });
  }
}
function numberIn(file: string): number {
  return Number(/(\d{13})-/.exec(file)?.[1]);
}

describe('the migrations of all parts', () => {
  it('are in the list MIGRATIONS in the order of their numbers', () => {
    const written = files.map((file) => /export class (\w+)/.exec(textOf(file))?.[1] ?? file);
    const inOrder = written.sort((one, other) => Number(one.slice(-13)) - Number(other.slice(-13)));
    expect(MIGRATIONS.map(({ name }) => name)).toEqual(inOrder);
    expect(new Set(inOrder.map((name) => name.slice(-13))).size).toBe(inOrder.length);
  });

  // A change of any other import of a migration would change only new databases.
  it('import only files that do not change and functions that a later migration creates again', () => {
    const imported = files.flatMap((file) => [...textOf(file).matchAll(/from '([^']+)'/g)].map(([, from]) => `${file} ← ${from}`));
    const allowed =
      /← (typeorm|(\.\.\/)+(runtime\/database\/)?schema\/(schema-part|online-migration)\.js|(\.\.\/)+([a-z-]+\/)*sql\/[a-z-]+\.js)$/;
    expect(imported.filter((line) => !allowed.test(line))).toEqual([]);
  });

  /**
   * For each function with its own file, the list has the checksum of its text and the latest migration that creates the function.
   * Databases that ran this migration have this text, so another text needs another migration.
   */
  it('are unchanged since their release: write a new migration and run "npm run migrations:checksum"', () => {
    const present = new Map(files.map((file) => [file, hash(textOf(file))]));
    for (const { name, text, migration } of functions) present.set(`${name} by ${migration}`, hash(text));
    const listed = readList();
    if (process.env['CHECKSUM_MIGRATIONS']) {
      for (const [what, sum] of present) if (!listed.has(what)) listed.set(what, sum);
      writeFileSync(LIST, [...listed].map(([what, sum]) => `${sum}  ${what}\n`).join(''));
    }
    // Earlier texts of a function, which a later migration has replaced, are not compared.
    const released = [...listed].filter(([what]) => present.has(what) || !what.includes(' by '));
    expect(released.map(([what]) => [what, present.get(what)])).toEqual(released);
    expect([...present.keys()].filter((what) => !listed.has(what))).toEqual([]);
  });
});

/** Checksums by migration file, or by function and migration. */
function readList(): Map<string, string> {
  const lines = existsSync(LIST) ? readFileSync(LIST, 'utf8').split('\n').filter(Boolean) : [];
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

  it('use the same placeholder for an erased phone number as the program', async () => {
    const { rows } = await client.query<{ number: string }>(
      `SELECT DISTINCT found.number[1] AS number FROM pg_proc, regexp_matches(prosrc, '''(48\\d{9})''', 'g') AS found (number)
       WHERE pronamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([{ number: ERASED_NUMBER }]);
  });
});
