import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../..');

interface Areas {
  AREAS: Record<string, { mutate: string[]; tests: string[] }>;
  suitesOf: (area: string, root: string) => string[];
}
const { AREAS, suitesOf } = (await import(join(ROOT, 'test/support/mutation/areas.mjs'))) as Areas;

const sourcesOf = (glob: string): string[] =>
  ts.sys.readDirectory(ROOT, ['.ts'], [], [glob.replace('!', '')]).filter((file) => !file.endsWith('.spec.ts'));

describe.each(Object.entries(AREAS))('the mutation area %s', (area, { mutate, tests }) => {
  it('names existing sources', () => {
    expect(mutate.filter((glob) => sourcesOf(glob).length === 0)).toEqual([]);
  });

  it('names existing suites', () => {
    const suites = suitesOf(area, ROOT);
    expect(tests.filter((path) => !suites.some((file) => file.startsWith(`${path}.`) || file.startsWith(`${path}/`)))).toEqual([]);
  });
});
