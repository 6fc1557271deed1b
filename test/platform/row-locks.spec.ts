import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');
/** A string in a source, or a function of the database. */
const STATEMENT = /`[^`]*`|'[^'\n]*'|\$function\$[\s\S]*?\$function\$/g;

const lockedFully = (text: string): string[] =>
  (text.match(STATEMENT) ?? []).filter(
    (statement) => /\bFOR UPDATE\b|pessimistic_write/.test(statement) && !/\bDELETE FROM\b/.test(statement),
  );

describe('a row is locked against those who refer to it', () => {
  it('by nobody but who deletes it: others would wait for each other', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('row-lock.ts'))
      .map((file) => join('src', file));
    const found = [...sources, 'docs/schema.sql'].flatMap((file) =>
      lockedFully(readFileSync(join(ROOT, file), 'utf8')).map((statement) => ({ file, statement })),
    );
    expect(sources.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it('such a lock would be found', () => {
    expect(lockedFully("on('SELECT FROM a FOR UPDATE'); `DELETE FROM a WHERE id IN (SELECT id FROM b FOR UPDATE)`")).toHaveLength(1);
    expect(lockedFully("{ lock: { mode: 'pessimistic_write' } }")).toHaveLength(1);
    expect(lockedFully('AS $function$ BEGIN PERFORM FROM a FOR UPDATE; END $function$')).toHaveLength(1);
  });
});
