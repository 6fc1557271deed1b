import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkGeneratedSection } from '../support/generated-docs.js';
import { ROOT } from './support/code-blocks.js';

/** What a block of code is called; `typescript` is for parts, as each block of `ts` is a file of its own. */
const FENCES: Record<string, string> = { '.ts': 'typescript', '.py': 'python', '.php': 'php', '.java': 'java', '.go': 'go', '.rb': 'ruby' };

/** A file of the examples, or its one paragraph that has these words. */
function linesOf(file: string, words: string | undefined): string {
  const text = readFileSync(join(ROOT, file), 'utf8').trimEnd();
  if (words === undefined) return text;
  const [paragraph = '', ...others] = text.split(/\n\n+/).filter((each) => each.includes(words));
  if (paragraph === '' || others.length > 0)
    throw new Error(`${file} has ${others.length + Number(paragraph !== '')} paragraphs with "${words}"`);
  return paragraph;
}

describe('the guides show the examples’ own lines (npm run docs writes them anew)', () => {
  const guides = readdirSync(join(ROOT, 'docs/guides')).map((file) => `docs/guides/${file}`);
  const sections = guides.flatMap((guide) =>
    [...readFileSync(join(ROOT, guide), 'utf8').matchAll(/<!-- generated: ((examples\/\S+)(?: (.+?))?) -->/g)].map(
      ([, name = '', file = '', words]) => ({ guide, name, file, words }),
    ),
  );

  it.each(sections)('$guide: $name', ({ guide, name, file, words }) =>
    checkGeneratedSection(guide, name, `\`\`\`${FENCES[extname(file)]}\n${linesOf(file, words)}\n\`\`\``),
  );

  it('of every language: selling, what is acted on once, refunding, charging, reconciling, verifying', () => {
    const shown = sections.map(({ guide, file }) => `${guide} ${extname(file)}`);
    for (const guide of ['first-shop', 'notifications', 'refunds', 'recurring-payments', 'reconciling'])
      for (const language of ['.ts', '.py', '.php']) expect(shown).toContain(`docs/guides/${guide}.md ${language}`);
    for (const language of ['.java', '.go', '.rb']) expect(shown).toContain(`docs/guides/verify.md ${language}`);
  });
});
