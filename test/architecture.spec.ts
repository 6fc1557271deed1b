import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');

/**
 * Rows of the table for all subfolders of a folder.
 * @param all what each of them may import. `<name>` is its name.
 * @param more what some may import in addition.
 */
function forEachFolder(parent: string, all: readonly string[], more: Record<string, readonly string[]>): Record<string, readonly string[]> {
  const folders = readdirSync(join(SRC, parent), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(
    folders.map(({ name }) => [`${parent}${name}/`, [...all, ...(more[name] ?? [])].map((path) => path.replace('<name>', name))]),
  );
}

/**
 * For each folder of src the other folders that it may import. A path with a slash at its end includes everything below.
 * A path that ends in `.ts` is a single file. The first key that is a prefix of a file's path counts.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'common/': [],
  'runtime/': ['common/', 'runtime/'],
  'platform/': ['common/', 'runtime/', 'platform/'],
  // Adapters of providers. They use neither the database nor the rest of the gateway.
  'connectors/operators/sandbox/': ['common/', 'connectors/http/', 'connectors/operators/operator.port.ts'],
  'connectors/acquirers/catalogue/': ['common/'],
  'connectors/acquirers/port/': ['common/', 'connectors/acquirers/catalogue/'],
  'connectors/acquirers/sandbox/': ['common/', 'connectors/http/', 'connectors/acquirers/port/', 'connectors/acquirers/catalogue/'],
  'connectors/rates/nbp/': ['connectors/http/', 'connectors/rates/rate-source.port.ts'],
  'connectors/http/': ['common/'],
  'connectors/': ['common/', 'runtime/', 'connectors/'],
  // A product imports no other product.
  ...forEachFolder('products/', ['common/', 'runtime/', 'platform/'], {
    'direct-billing': ['connectors/operators/operator.port.ts', 'connectors/connectors.module.ts'],
    payments: [
      'connectors/acquirers/port/',
      'connectors/acquirers/catalogue/',
      'connectors/rates/rate-source.port.ts',
      'connectors/connectors.module.ts',
    ],
  }),
  // The compatibility layer changes requests and responses for older clients. For this it uses request classes of the products, and queries
  // of DirectBilling and SMS for values that older clients expect and the response lacks.
  'compatibility/': ['common/', 'runtime/', 'platform/', 'products/'],
  'web/languages/': ['common/'],
  'web/pages/': ['common/', 'runtime/', 'platform/access/', 'web/languages/'],
  'web/api-docs/': ['common/', 'runtime/', 'platform/', 'web/pages/'],
  // The pages of a product may import the product and the shell. The shell may import none of them.
  'web/checkout/shell/': [
    'common/',
    'runtime/',
    'platform/access/',
    'platform/partners/brand/',
    'platform/partners/services/service-status.ts',
    'platform/products/',
    'web/languages/',
    'web/pages/',
  ],
  'web/checkout/direct-billing/': [
    'common/',
    'runtime/',
    'products/direct-billing/',
    'connectors/operators/operator.port.ts',
    'web/languages/',
    'web/pages/',
    'web/checkout/shell/',
  ],
  'web/checkout/payments/': [
    'common/',
    'runtime/',
    'products/payments/',
    'connectors/acquirers/port/',
    'connectors/acquirers/catalogue/',
    'web/languages/',
    'web/pages/',
    'web/checkout/shell/',
  ],
  'web/checkout/links/': [
    'common/',
    'runtime/',
    'products/payments/links/',
    'products/payments/payments.module.ts',
    'web/languages/',
    'web/pages/',
    'web/checkout/shell/',
  ],
  'web/checkout/': [],
  'web/panel/': [
    'common/',
    'runtime/',
    'platform/',
    'products/',
    'web/languages/',
    'web/pages/',
    // Staff see the text of the payer's page, to answer questions of payers.
    'web/checkout/payments/checkout-page.ts',
    'web/checkout/direct-billing/checkout-page.ts',
    // Names of channels, and decline reasons.
    'connectors/acquirers/catalogue/',
    'connectors/acquirers/port/failure-reasons.ts',
    'connectors/operators/operator.port.ts',
    // Response times and results of connectors.
    'connectors/metrics/connector-metrics.ts',
  ],
  // The sandbox stands for outside companies in the same process. It shares the look of the pages, and says how payers are erased from its
  // tables, but uses nothing that holds money or partners.
  'sandbox/': [
    'common/',
    'runtime/config/',
    'runtime/database/',
    'runtime/http/',
    'runtime/logging/',
    'platform/products/personal-data-source.ts',
    'web/pages/',
  ],
  'demo/': ['common/', 'runtime/', 'platform/', 'sandbox/'],
  // The general commands import no product. Each product adds its own commands.
  ...forEachFolder('cli/products/', ['common/', 'runtime/cli-command.ts', 'platform/', 'products/<name>/', 'cli/'], {
    'direct-billing': ['connectors/operators/operator.port.ts'],
    payments: [
      'connectors/acquirers/port/',
      'connectors/acquirers/catalogue/',
      'connectors/rates/rate-source.port.ts',
      // Explains test payments.
      'sandbox/acquirer/scenarios/',
    ],
  }),
  'cli/': ['common/', 'runtime/', 'platform/', 'program/', 'parts.ts', 'migrations.ts', 'platform.module.ts'],
  '': [''],
};

const EMBEDDED = 'runtime/database/embedded/';

interface Import {
  from: string;
  to: string;
}

const sourcesOf = (top: string): string[] => (readdirSync(top, { recursive: true }) as string[]).filter((file) => file.endsWith('.ts'));

/** Imports of the files below a folder, as paths below the folder. Imports of types only are included. */
const importsOf = (top: string): Import[] =>
  sourcesOf(top).flatMap((from) =>
    [...readFileSync(join(top, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, target = '']) => ({
      from,
      to: relative(top, resolve(top, dirname(from), target)).replace(/\.js$/, '.ts'),
    })),
  );

const sources = sourcesOf(SRC);
const imports = importsOf(SRC);
const textOf = (file: string): string => readFileSync(join(SRC, file), 'utf8');
const describeImport = ({ from, to }: Import): string => `${from} → ${to}`;
const isBelow = (path: string, prefix: string): boolean => (prefix.endsWith('.ts') ? path === prefix : path.startsWith(prefix));

/** The folder of a file as architecture.md shows it: `platform/ledger` for `platform/ledger/wallet.query.ts`. */
function areaOf(path: string): string {
  const folders = dirname(path).split('/');
  const hasSubareas = ['runtime', 'platform', 'connectors', 'products', 'web'].includes(folders[0] ?? '');
  return folders.slice(0, hasSubareas ? 2 : 1).join('/');
}

/** Cycles of a graph, each as its nodes with arrows between them. */
function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const visited = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, path: string[]): void => {
    const index = path.indexOf(node);
    if (index >= 0) return void cycles.push([...path.slice(index), node].join(' → '));
    if (visited.has(node)) return;
    for (const next of edges.get(node) ?? []) visit(next, [...path, node]);
    visited.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return cycles;
}

/** The imports as a graph. Files with the same `nameOf` are one node. Imports from and to files whose `nameOf` is null are ignored. */
function edgesBetween(importList: readonly Import[], nameOf: (path: string) => string | null): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of importList) {
    const [source, target] = [nameOf(from), nameOf(to)];
    if (source !== null && target !== null && source !== target) edges.set(source, (edges.get(source) ?? new Set()).add(target));
  }
  return edges;
}

/** Folders that have subfolders, each with a slash at its end. The top folder is ''. */
function foldersOf(files: readonly string[]): string[] {
  const parents = new Set<string>();
  for (const file of files) {
    const folders = dirname(file).split('/');
    for (let depth = 0; depth < folders.length; depth += 1)
      parents.add(
        folders
          .slice(0, depth)
          .map((name) => `${name}/`)
          .join(''),
      );
  }
  return [...parents];
}

/** Cycles among the subfolders of `parent`. A subfolder is one node with everything below it. The files directly in `parent` are no nodes. */
function findSiblingCycles(importList: readonly Import[], parent: string): string[] {
  const siblingOf = (path: string): string | null => {
    if (!path.startsWith(parent)) return null;
    const [name = '', ...below] = path.slice(parent.length).split('/');
    return below.length > 0 ? `${parent}${name}` : null;
  };
  return findCycles(edgesBetween(importList, siblingOf));
}

describe('the direction of dependencies', () => {
  it('is tested with all imports of the sources', () => expect(imports.length).toBeGreaterThan(1_000));

  it('is the one of the table MAY_IMPORT', () => {
    const forbidden = imports.filter(({ from, to }) => {
      const [folder, allowed] = Object.entries(MAY_IMPORT).find(([prefix]) => from.startsWith(prefix)) ?? ['', []];
      return !isBelow(to, folder) && !allowed.some((prefix) => isBelow(to, prefix));
    });
    expect(forbidden.map(describeImport)).toEqual([]);
  });

  it('has an entry in MAY_IMPORT for every folder except program', () => {
    const unlisted = sources.filter(
      (file) => file.includes('/') && !Object.keys(MAY_IMPORT).some((prefix) => prefix !== '' && file.startsWith(prefix)),
    );
    expect(unlisted.filter((file) => !file.startsWith('program/'))).toEqual([]);
  });

  /** An adapter is the folder of one provider, such as `connectors/operators/sandbox/`. The folders `port` and `catalogue` are not. */
  const isAdapter = (file: string): boolean => /^connectors\/[^/]+\/(?!port\/|catalogue\/)[^/]+\//.test(file);

  it('lets adapters use neither database nor queue', () => {
    const adapters = sources.filter(isAdapter);
    expect(adapters).not.toEqual([]);
    expect(adapters.filter((file) => /from '(typeorm|pg|bullmq|ioredis|@nestjs\/(typeorm|bullmq))'/.test(textOf(file)))).toEqual([]);
  });

  // If the panel changed rows itself, it could bypass the rules and the audit log of the services that the API and the command line use.
  it('lets the panel use database and queue only through services and queries', () => {
    const panelFiles = sources.filter((file) => file.startsWith('web/panel/'));
    expect(panelFiles.length).toBeGreaterThan(20);
    expect(
      panelFiles.filter((file) =>
        /from '(typeorm|pg|bullmq|ioredis|@nestjs\/(typeorm|bullmq))'|DataSource|EntityManager/.test(textOf(file)),
      ),
    ).toEqual([]);
    expect(imports.filter(({ from, to }) => from.startsWith('web/panel/') && to.endsWith('.entity.ts')).map(describeImport)).toEqual([]);
  });

  it('lets only the module of the connectors name concrete adapters', () => {
    const adapterImports = imports.filter(
      ({ from, to }) => isAdapter(to) && dirname(from) !== dirname(to) && from !== 'connectors/connectors.module.ts',
    );
    expect(adapterImports.map(describeImport)).toEqual([]);
  });

  it.each(['src', 'simulation'])('has no cycle of folders in %s, at any depth', (top) => {
    const importList = importsOf(join(ROOT, top));
    const folders = foldersOf(sourcesOf(join(ROOT, top)));
    expect(folders.length).toBeGreaterThan(top === 'src' ? 30 : 0);
    expect(folders.flatMap((folder) => findSiblingCycles(importList, folder))).toEqual([]);
  });

  it('would find a cycle of folders that is no cycle of files', () => {
    const importList = [
      { from: 'products/a/one/x.ts', to: 'products/a/two/y.ts' },
      { from: 'products/a/two/deep/z.ts', to: 'products/a/one/w.ts' },
      { from: 'products/a/own.ts', to: 'products/a/one/x.ts' },
    ];
    expect(findCycles(edgesBetween(importList, (file) => file))).toEqual([]);
    expect(findSiblingCycles(importList, 'products/a/')).toEqual(['products/a/one → products/a/two → products/a/one']);
    expect(findSiblingCycles(importList, 'products/')).toEqual([]);
  });

  it('has no cycle of files', () => expect(findCycles(edgesBetween(imports, (file) => file))).toEqual([]));
});

describe('benchmarks', () => {
  it('import only what the built sources export', () => {
    const programs = (readdirSync(join(ROOT, 'bench'), { recursive: true }) as string[]).filter((file) => file.endsWith('.mjs'));
    const imported = programs.flatMap((program) =>
      [...readFileSync(join(ROOT, 'bench', program), 'utf8').matchAll(/import \{([^}]+)\} from '(?:\.\.\/)+dist\/([^']+)\.js'/g)].flatMap(
        ([, names = '', file = '']) =>
          [...names.matchAll(/(\w+)(?: as \w+)?/g)].map(([, name = '']) => ({ program, name, source: `${file}.ts` })),
      ),
    );
    expect(imported.length).toBeGreaterThan(20);
    expect(imported.filter(({ name, source }) => !sources.includes(source) || !exportsOf(source).has(name))).toEqual([]);
  });
});

describe('the TypeScript client', () => {
  it('imports only Node and its own files, because it is published without dependencies', () => {
    const client = join(ROOT, 'clients/typescript');
    const names = sourcesOf(join(client, 'src')).flatMap((file) =>
      [...readFileSync(join(client, 'src', file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name),
    );
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !/^(node:|\.\/[\w-]+\.js$)/.test(name))).toEqual([]);
    const packageJson = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')) as object;
    expect(Object.keys(packageJson).filter((key) => /dependencies/i.test(key))).toEqual([]);
  });
});

describe('the tree of folders', () => {
  const [, tree = ''] = /```\nsrc\/\n([\s\S]+?)```/.exec(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')) ?? [];

  it('is the one in architecture.md', () => {
    const documented: string[] = [];
    const path: string[] = [];
    for (const [, indent = '', name = ''] of tree.matchAll(/^( +)([a-z-]+)\//gm)) {
      const depth = indent.length / 2 - 1;
      path.splice(depth, path.length, name);
      documented.push(path.join('/'));
    }
    const folders = new Set(sources.map(areaOf).filter((folder) => folder !== '.'));
    expect(documented.filter((folder) => !sources.some((file) => file.startsWith(`${folder}/`)))).toEqual([]);
    expect([...folders].filter((folder) => !documented.includes(folder)).sort()).toEqual([]);
  });
});

describe('the shape of the sources', () => {
  it('has at most 24 files in a folder, except for migrations', () => {
    const sizes = new Map<string, number>();
    for (const file of sources) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
    expect([...sizes].filter(([folder, files]) => files > 24 && !folder.endsWith('/migrations'))).toEqual([]);
  });

  it('imports the embedded PostgreSQL through one file', () => {
    const others = imports.filter(
      ({ from, to }) => to.startsWith(EMBEDDED) && !from.startsWith(EMBEDDED) && to !== `${EMBEDDED}embedded-postgres.ts`,
    );
    expect(others.map(describeImport)).toEqual([]);
  });

  it.each(['service', 'query', 'queries', 'module', 'entity'])('has one class in each %s file', (kind) => {
    const filesOfKind = sources.filter((file) => file.endsWith(`.${kind}.ts`));
    expect(filesOfKind.length).toBeGreaterThan(5);
    expect(filesOfKind.filter((file) => (textOf(file).match(/^export (abstract )?class /gm) ?? []).length !== 1)).toEqual([]);
  });

  it.each([
    ['entity', /^@Entity\(/m],
    ['controller', /^@Controller\(/m],
    ['module', /^@Module\(/m],
    ['request', /^ +@\w*Field\(/m],
  ])('names each %s file after its decorator', (kind, decorator) => {
    const decorated = sources.filter((file) => !file.endsWith('.spec.ts') && decorator.test(textOf(file)));
    expect(decorated.length).toBeGreaterThan(5);
    expect(decorated.filter((file) => !file.endsWith(`.${kind}.ts`))).toEqual([]);
  });

  // Only these decorators declare a field. A body loses its undeclared fields. The filter that lists reject is in queries.
  it('declares the fields of requests only with the decorators of fields.ts', () => {
    const requests = sources.filter((file) => file.endsWith('.request.ts'));
    const ownDecorators = /\b(Expose|Type|IsOptional|ValidateIf|ValidateNested|ApiProperty\w*)\(/g;
    const uses = requests.flatMap((file) => [...textOf(file).matchAll(ownDecorators)].map(([, name]) => `${file} ${name}`));
    expect(uses).toEqual(['common/pagination/list.request.ts Expose', 'common/pagination/list.request.ts IsOptional']);
  });

  it('has no index files, and no folders with the names utils, helpers, shared or base', () => {
    expect(sources.filter((file) => /(^|\/)index\.ts$/.test(file))).toEqual([]);
    expect(sources.filter((file) => /(^|\/)(utils?|helpers?|shared|base)\//.test(file))).toEqual([]);
  });

  it('exports each name from only one file, except the files of languages', () => {
    const filesByName = new Map<string, string[]>();
    // The files of all languages export the same names. `languages.ts` and `texts.ts` combine them.
    const withoutLanguages = sources.filter((file) => !/^web\/languages\/[^/]+\//.test(file));
    for (const file of withoutLanguages)
      for (const name of exportsOf(file)) filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
    expect([...filesByName].filter(([, files]) => files.length > 1)).toEqual([]);
  });

  it('reads the time only through the clocks', () => {
    const allowed = new Set(['common/time/clocks.ts']);
    const readers = sources.filter(
      (file) => !file.endsWith('.spec.ts') && !allowed.has(file) && /Date\.now\(\)|new Date\(\)/.test(textOf(file)),
    );
    expect(readers).toEqual([]);
  });

  it('imports no files outside of src, such as tests, benchmarks or the simulation', () => {
    expect(imports.filter(({ to }) => to.startsWith('..')).map(describeImport)).toEqual([]);
  });

  it('does not disable the type check', () => {
    expect(sources.filter((file) => /@ts-(ignore|nocheck|expect-error)/.test(textOf(file)))).toEqual([]);
  });
});

/** Names that a file declares and exports. Overloads count as one. */
function exportsOf(file: string): Set<string> {
  const { statements } = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest);
  const names = statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement)) return [];
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement as ts.DeclarationStatement];
    return declared.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []));
  });
  return new Set(names);
}
