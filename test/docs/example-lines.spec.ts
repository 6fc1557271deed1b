import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkGeneratedSection } from '../support/generated-docs.js';
import { ROOT } from './support/code-blocks.js';

/** The language of a code block by file extension. Parts are `typescript`, because a block of `ts` is a whole file. */
const FENCES: Record<string, string> = { '.ts': 'typescript', '.py': 'python', '.php': 'php', '.java': 'java', '.go': 'go', '.rb': 'ruby' };

/** The text of an example file, or its only paragraph that contains these words. */
function linesOf(file: string, words: string | undefined): string {
  const text = readFileSync(join(ROOT, file), 'utf8').trimEnd();
  if (words === undefined) return text;
  const [paragraph = '', ...others] = text.split(/\n\n+/).filter((each) => each.includes(words));
  if (paragraph === '' || others.length > 0)
    throw new Error(`${file} has ${others.length + Number(paragraph !== '')} paragraphs with "${words}"`);
  return paragraph;
}

describe('the guides contain the same lines as the examples (npm run docs writes them)', () => {
  const guides = readdirSync(join(ROOT, 'docs/guides')).map((file) => `docs/guides/${file}`);
  const sections = guides.flatMap((guide) =>
    [...readFileSync(join(ROOT, guide), 'utf8').matchAll(/<!-- generated: ((examples\/\S+)(?: (.+?))?) -->/g)].map(
      ([, name = '', file = '', words]) => ({ guide, name, file, words }),
    ),
  );

  it.each(sections)('$guide: $name', ({ guide, name, file, words }) =>
    checkGeneratedSection(guide, name, `\`\`\`${FENCES[extname(file)]}\n${linesOf(file, words)}\n\`\`\``),
  );

  it('in every language: sales, callbacks acted on once, refunds, charges, reconciliation and verification', () => {
    const shown = sections.map(({ guide, file }) => `${guide} ${extname(file)}`);
    for (const guide of ['first-shop', 'notifications', 'refunds', 'recurring-payments', 'reconciling'])
      for (const language of ['.ts', '.py', '.php']) expect(shown).toContain(`docs/guides/${guide}.md ${language}`);
    for (const language of ['.java', '.go', '.rb']) expect(shown).toContain(`docs/guides/verify.md ${language}`);
  });
});
