import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const isUpdating = process.env['UPDATE_DOCS'] !== undefined;

/** Fails when a generated document differs from the code. `npm run docs` writes the document. */
export function checkGeneratedFile(path: string, text: string): void {
  const file = join(ROOT, path);
  if (isUpdating) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
}

/** Checks or writes only the part of a document between `<!-- generated: name -->` and `<!-- end -->`. */
export function checkGeneratedSection(path: string, name: string, text: string): void {
  const document = readFileSync(join(ROOT, path), 'utf8');
  const section = new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(\n<!-- end -->)`);
  expect(document).toMatch(section);
  checkGeneratedFile(
    path,
    document.replace(section, (_, start: string, end: string) => start + text + end),
  );
}
