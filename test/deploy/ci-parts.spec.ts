import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDERS = ['.ci', 'bench', 'bin', 'clients', 'deploy', 'docs', 'examples', 'scripts', 'simulation', 'src', 'test'];

/** Folders without a row of their own in `.ci/parts`: the row of their parent folder names all parts that they need. */
const WITHOUT_OWN_ROW = {
  'src/common': ['api', 'errors', 'pagination', 'signature', 'time', 'validation'],
  // The row */migrations/* covers the migrations.
  'src/platform': [...['audit', 'health', 'migrations', 'partners', 'people', 'reconciliation', 'restored', 'totals']],
  'src/products': [],
  'src/runtime': ['certificates', 'clock', 'concurrency', 'http', 'rate-limits', 'scheduling'],
  'src/web': ['api-docs', 'panel'],
};

const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], LC_ALL: 'C' }; // bash warns about a locale that is not installed
const bash = (command: string, input: string, ...values: string[]) =>
  spawnSync('bash', [command, ...values], { cwd: ROOT, input, encoding: 'utf8', env });
const run = (command: string, input = '', ...values: string[]): string[] => {
  const { status, stdout, stderr } = bash(command, input, ...values);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter(Boolean);
};
const partsFor = (...files: string[]): string[] => run('.ci/parts-for', `${files.join('\n')}\n`, '-');

const files = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)),
].filter((file) => !file.includes('node_modules'));
const rows = readFileSync(join(ROOT, '.ci/parts'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/\s+/));
const parts = run('.ci/nightly', '', '--list');

describe('the parts of CI', () => {
  it('have a row for each folder of src, and for each subfolder that needs more than the row of its parent names', () => {
    const unnamed = (folder: string): string[] =>
      readdirSync(join(ROOT, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !rows.some(([pattern]) => pattern === `${folder}/${entry.name}/*`))
        .map(({ name }) => name)
        .sort();
    expect(unnamed('src')).toEqual([]);
    expect(Object.fromEntries(Object.keys(WITHOUT_OWN_ROW).map((folder) => [folder, unnamed(folder)]))).toEqual(WITHOUT_OWN_ROW);
  });

  it('name only existing files and parts in the table', () => {
    expect(rows.map(([pattern = '']) => pattern).filter((pattern) => !files.some((file) => matches(file, pattern)))).toEqual([]);
    expect(rows.flatMap(([, ...partNames]) => partNames).filter((part) => part !== 'everything' && !parts.includes(part))).toEqual([]);
  });

  it('have a row for each test helper', () => {
    const helpers = files.filter((file) => /^test\/.*\.[cm]?[jt]s$/.test(file) && !/spec\.ts$/.test(file));
    expect(helpers.length).toBeGreaterThan(100);
    expect(helpers.filter((file) => !rows.some(([pattern = '']) => matches(file, pattern)))).toEqual([]);
  });

  it('run only suites that exist', () => {
    const nightly = readFileSync(join(ROOT, '.ci/nightly'), 'utf8').replaceAll('\\\n', ' ');
    const patterns = [...nightly.matchAll(/^ *suites test\S* -- (.*)$/gm)]
      .flatMap(([, values = '']) => values.split(/\s+/))
      .map((value) => value.replaceAll("'", ''))
      .filter((value) => value !== '' && !/^(-|"|\/)/.test(value))
      .flatMap((value) => {
        const [, before, names = '', after] = /^(.*)\(([^)]+)\)(.*)$/.exec(value) ?? [];
        return names === '' ? [value] : names.split('|').map((name) => `${before}${name}${after}`);
      });
    expect(patterns.length).toBeGreaterThan(20);
    expect(patterns.filter((name) => !files.some((file) => file.endsWith('spec.ts') && new RegExp(name).test(file)))).toEqual([]);
  });

  it('are the union of the parts of all matching rows', () => {
    expect(partsFor('src/platform/webhooks/outbox/outbox.module.ts', 'docs/openapi.json')).toEqual(['api', 'faults', 'long', 'redis']);
    expect(partsFor('src/platform/access/access.module.ts')).toEqual(['api', 'long']);
    expect(partsFor('src/platform/webhooks/sql/claim.ts')).toEqual([
      'api',
      'bench',
      'faults',
      'long',
      'postgres-15',
      'redis',
      'simulation',
    ]);
    expect(partsFor('docs/guides/verify.md')).toEqual(['api', 'long', 'services']);
    expect(partsFor('src/platform/idempotency/claim-keys.service.ts')).toContain('postgres-15'); // a source with SQL
    expect(run('.ci/parts-for', 'docs/guides/verify.md', '-')).toContain('services'); // the input has no line break at its end
    expect(partsFor('LICENSE')).toEqual([]);
    expect(partsFor('package-lock.json')).toEqual([...parts].sort());
  });

  it('are rejected with a reason if the base or the name is unknown', () => {
    expect(bash('.ci/parts-for', '', 'no-such-branch')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('No commit in common with no-such-branch.'),
    });
    expect(bash('.ci/nightly', '', 'ap.')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There is no part ap., only api long'),
    });
  });

  it('cover all suffixes of suites', () => {
    const suffixes = new Set(files.map((file) => /[.-]spec\.ts$/.test(file) && /\.([a-z0-9]+-)?spec\.ts$/.exec(file)?.[1]));
    expect([...suffixes].filter((suffix) => suffix !== false).sort()).toEqual(
      ['api-', 'browser-', 'e2e-', 'faults-', 'long-', 'services-', undefined].sort(),
    );
  });
});

function matches(file: string, pattern: string): boolean {
  return new RegExp(
    `^${pattern
      .split('*')
      .map((text) => text.replace(/[.+]/g, '\\$&'))
      .join('.*')}$`,
  ).test(file);
}
