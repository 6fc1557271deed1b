import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const updating = process.env['UPDATE_DOCS'] !== undefined;

/** Fails when a generated document differs from the code. `npm run docs` writes the document. */
export function checkGeneratedFile(path: string, text: string): void {
  const file = join(ROOT, path);
  if (updating) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
}

/** Does the same for the part of a document between `<!-- generated: name -->` and `<!-- end -->`. */
export function checkGeneratedSection(path: string, name: string, text: string): void {
  const whole = readFileSync(join(ROOT, path), 'utf8');
  const section = new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(\n<!-- end -->)`);
  expect(whole).toMatch(section);
  checkGeneratedFile(
    path,
    whole.replace(section, (_, start: string, end: string) => start + text + end),
  );
}
