import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SRC = resolve(import.meta.dirname, '../src');
const PRODUCTS = ['sms', 'direct-billing', 'payment'];
const PLATFORM = [
  'access',
  'api-docs',
  'clock',
  'config',
  'database',
  'health',
  'history',
  'http',
  'idempotency',
  'ledger',
  'listing',
  'logging',
  'metrics',
  'partners',
  'pages',
  'queue',
  'rate-limits',
  'scheduling',
  'tracing',
  'webhooks',
];

interface Import {
  from: string;
  to: string;
}

const sources = (readdirSync(SRC, { recursive: true }) as string[]).filter((file) => file.endsWith('.ts'));

/** Imports between files of src, as paths below it. */
const imports: Import[] = sources.flatMap((from) =>
  [...readFileSync(join(SRC, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, target = '']) => ({
    from,
    to: relative(SRC, resolve(SRC, dirname(from), target)),
  })),
);

const areaOf = (path: string): string => path.split('/')[0] ?? '';
const crossing = (forbidden: (from: string, to: string, edge: Import) => boolean): string[] =>
  imports
    .filter((edge) => areaOf(edge.from) !== areaOf(edge.to) && forbidden(areaOf(edge.from), areaOf(edge.to), edge))
    .map(({ from, to }) => `${from} → ${to}`);

describe('the direction of dependencies', () => {
  it('reads the sources', () => expect(imports.length).toBeGreaterThan(100));

  it('common imports nothing from src', () => expect(crossing((from) => from === 'common')).toEqual([]));

  it('the platform never imports a product, a page or a connector', () => {
    const above = [...PRODUCTS, 'checkout', 'cli', 'connectors', 'demo', 'program', 'sandbox'];
    expect(crossing((from, to) => PLATFORM.includes(from) && above.includes(to))).toEqual([]);
  });

  it('products never import each other', () =>
    expect(crossing((from, to) => PRODUCTS.includes(from) && PRODUCTS.includes(to))).toEqual([]));

  it('products know the connectors only as ports and the module that provides them', () => {
    const allowed = /^connectors\/(ports\/|connectors\.module)/;
    expect(crossing((from, to, { to: file }) => PRODUCTS.includes(from) && to === 'connectors' && !allowed.test(file))).toEqual([]);
  });

  it('products never import the pages for payers, the sandbox, the command line or the demo', () => {
    expect(crossing((from, to) => PRODUCTS.includes(from) && ['checkout', 'sandbox', 'cli', 'demo', 'program'].includes(to))).toEqual([]);
  });

  it('adapters import only ports and common, and reach neither database nor queue', () => {
    const adapters = imports.filter(({ from }) => from.startsWith('connectors/adapters/'));
    const stray = adapters
      .filter(({ to }) => !/^(connectors\/(ports|adapters)\/|common\/)/.test(to))
      .map(({ from, to }) => `${from} → ${to}`);
    const packages = sources
      .filter((file) => file.startsWith('connectors/adapters/'))
      .filter((file) => /from '(typeorm|pg|bullmq|ioredis|@nestjs\/(typeorm|bullmq))'/.test(readFileSync(join(SRC, file), 'utf8')));
    expect([...stray, ...packages]).toEqual([]);
  });

  it('only the connectors module names concrete adapters', () => {
    const named = imports
      .filter(({ from, to }) => to.startsWith('connectors/adapters/') && !from.startsWith('connectors/adapters/'))
      .map(({ from }) => from);
    expect([...new Set(named)].filter((file) => file !== 'connectors/connectors.module.ts')).toEqual([]);
  });

  it('the simulated parties are outsiders: they import no product and no platform service that holds money or partners', () => {
    const forbidden = [...PRODUCTS, 'checkout', 'ledger', 'listing', 'webhooks', 'partners', 'access', 'queue'];
    expect(crossing((from, to) => from === 'sandbox' && forbidden.includes(to))).toEqual([]);
  });

  it('has no cycle between areas', () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const [a, b] = [areaOf(from), areaOf(to)];
      if (a !== b && from.includes('/') && to.includes('/')) edges.set(a, (edges.get(a) ?? new Set()).add(b));
    }
    const reaches = (start: string, goal: string, seen = new Set<string>()): boolean =>
      [...(edges.get(start) ?? [])].some((next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))));
    expect([...edges.keys()].filter((area) => reaches(area, area))).toEqual([]);
  });
});

describe('the shape of the sources', () => {
  it('has no barrel file and no folder for leftovers', () => {
    expect(sources.filter((file) => /(^|\/)index\.ts$/.test(file))).toEqual([]);
    expect(sources.filter((file) => /(^|\/)(utils?|helpers?|shared|base)\//.test(file))).toEqual([]);
  });

  it('reads the time only through the clocks', () => {
    const allowed = new Set(['common/time/clocks.ts']);
    const readers = sources.filter(
      (file) =>
        !file.endsWith('.spec.ts') && !allowed.has(file) && /Date\.now\(\)|new Date\(\)/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(readers).toEqual([]);
  });

  it('never turns the type check off', () => {
    expect(sources.filter((file) => /@ts-(ignore|nocheck|expect-error)/.test(readFileSync(join(SRC, file), 'utf8')))).toEqual([]);
  });
});
