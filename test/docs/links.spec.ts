import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const markdownBelow = (folder: string): string[] =>
  (readdirSync(join(ROOT, folder), { recursive: true }) as string[])
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.md'));
const documents = ['README.md', 'CONTRIBUTING.md', ...markdownBelow('docs'), ...markdownBelow('src'), ...markdownBelow('clients')];
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The anchors of a document's headings, as GitHub and GitLab form them. */
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

/** Files and headings of this project that a document links to. */
function linksOf(path: string): { file: string; anchor: string | undefined }[] {
  const targets = [...read(path).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.map((target) => {
    const [file = '', anchor] = target.split('#');
    return { file: file === '' ? path : relative(ROOT, join(ROOT, dirname(path), file)), anchor };
  });
}

describe('the documents', () => {
  it.each(documents)('%s links only to existing files and headings', (path) => {
    for (const { file, anchor } of linksOf(path)) {
      expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
      if (anchor) expect(anchorsOf(file)).toContain(anchor);
    }
  });

  it('exist under the paths that comments of the code give', () => {
    const code = ['src', 'simulation', 'bench', 'scripts'].flatMap((folder) =>
      (readdirSync(join(ROOT, folder), { recursive: true }) as string[])
        .map((file) => join(folder, file))
        .filter((file) => /\.(ts|mjs)$/.test(file)),
    );
    const missing = code.flatMap((file) =>
      (read(file).match(/\bdocs\/[\w/-]+\.md\b/g) ?? []).filter((path) => !existsSync(join(ROOT, path))).map((path) => [file, path]),
    );
    expect(missing).toEqual([]);
  });

  it('cite no line numbers of files, because these change', () => {
    expect(documents.filter((path) => /\.(ts|mjs|js|sql):\d|`:\d+`/.test(read(path)))).toEqual([]);
  });

  it('name only existing decisions', () => {
    const existing = new Set(
      markdownBelow('docs/decisions').map((path) => path.slice('docs/decisions/'.length, 'docs/decisions/'.length + 4)),
    );
    const references = documents.flatMap((path) =>
      [...read(path).matchAll(/\b(?:decisions?\/?|ADR) ?\[?`?(0\d{3})\b/gi)].map(([, id = '']) => [path, id]),
    );
    expect(references.length).toBeGreaterThan(5);
    expect(references.filter(([, id = '']) => !existing.has(id))).toEqual([]);
  });

  it('are all linked from the README', () => {
    const linked = linksOf('README.md').map(({ file }) => file.replace(/\/$/, ''));
    const unlinked = documents.filter(
      (path) => path !== 'README.md' && !linked.some((file) => path === file || path.startsWith(`${file}/`)),
    );
    expect(unlinked).toEqual([]);
  });

  it('include docs/architecture.md with ten existing files to read first', () => {
    const [, list = ''] = read('docs/architecture.md').split('## The ten files to read first\n');
    const files = [...(list.split('\n## ')[0] ?? '').matchAll(/^\d+\. (.+):/gm)].flatMap(([, names = '']) => names.split(', '));
    expect(files).toHaveLength(10);
    for (const file of files) expect([file, existsSync(join(ROOT, file.replaceAll('`', '')))]).toEqual([file, true]);
  });

  it('include a README of every product', () => {
    const products = ['direct-billing', 'sms', 'payments'].filter((product) => existsSync(join(ROOT, 'src/products', product)));
    expect(products.filter((product) => !documents.includes(`src/products/${product}/README.md`))).toEqual([]);
  });
});
