import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');
/** Strings in a source file, and bodies of database functions. */
const STATEMENTS = /`[^`]*`|'[^'\n]*'|\$function\$[\s\S]*?\$function\$/g;

const fullLocks = (text: string): string[] =>
  (text.match(STATEMENTS) ?? []).filter(
    (statement) => /\bFOR UPDATE\b|pessimistic_write/.test(statement) && !/\bDELETE FROM\b/.test(statement),
  );

describe('the row lock FOR UPDATE', () => {
  it('is only in statements that delete the row, because it blocks transactions that insert a reference to the row', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('row-lock.ts'))
      .map((file) => join('src', file));
    const violations = [...sources, 'docs/schema.sql'].flatMap((file) =>
      fullLocks(readFileSync(join(ROOT, file), 'utf8')).map((statement) => ({ file, statement })),
    );
    expect(sources.length).toBeGreaterThan(500);
    expect(violations).toEqual([]);
  });

  it('is found by this test in strings, lock options and functions', () => {
    expect(fullLocks("on('SELECT FROM a FOR UPDATE'); `DELETE FROM a WHERE id IN (SELECT id FROM b FOR UPDATE)`")).toHaveLength(1);
    expect(fullLocks("{ lock: { mode: 'pessimistic_write' } }")).toHaveLength(1);
    expect(fullLocks('AS $function$ BEGIN PERFORM FROM a FOR UPDATE; END $function$')).toHaveLength(1);
  });
});
