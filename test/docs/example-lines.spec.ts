import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkGeneratedSection } from '../support/generated-docs.js';
import { ROOT } from './support/code-blocks.js';

/** The language of a code block by file extension. Not `ts`, because other tests compile each block of `ts` as a whole file. */
const BLOCK_LANGUAGES: Record<string, string> = {
  '.ts': 'typescript',
  '.py': 'python',
  '.php': 'php',
  '.java': 'java',
  '.go': 'go',
  '.rb': 'ruby',
};

/** The text of an example file, or its only paragraph that contains the phrase. */
function linesOf(file: string, phrase: string | undefined): string {
  const text = readFileSync(join(ROOT, file), 'utf8').trimEnd();
  if (phrase === undefined) return text;
  const [paragraph = '', ...others] = text.split(/\n\n+/).filter((part) => part.includes(phrase));
  if (paragraph === '' || others.length > 0)
    throw new Error(`${file} has ${others.length + Number(paragraph !== '')} paragraphs with "${phrase}"`);
  return paragraph;
}

describe('the guides contain the same lines as the examples (npm run docs writes them)', () => {
  const guides = readdirSync(join(ROOT, 'docs/guides')).map((file) => `docs/guides/${file}`);
  const sections = guides.flatMap((guide) =>
    [...readFileSync(join(ROOT, guide), 'utf8').matchAll(/<!-- generated: ((examples\/\S+)(?: (.+?))?) -->/g)].map(
      ([, name = '', file = '', phrase]) => ({ guide, name, file, phrase }),
    ),
  );

  it.each(sections)('$guide: $name', ({ guide, name, file, phrase }) =>
    checkGeneratedSection(guide, name, `\`\`\`${BLOCK_LANGUAGES[extname(file)]}\n${linesOf(file, phrase)}\n\`\`\``),
  );

  it('in every language: sales, callbacks acted on once, refunds, charges, reconciliation and verification', () => {
    const guideLanguages = sections.map(({ guide, file }) => `${guide} ${extname(file)}`);
    for (const guide of ['first-shop', 'notifications', 'refunds', 'recurring-payments', 'reconciling'])
      for (const language of ['.ts', '.py', '.php']) expect(guideLanguages).toContain(`docs/guides/${guide}.md ${language}`);
    for (const language of ['.java', '.go', '.rb']) expect(guideLanguages).toContain(`docs/guides/verify.md ${language}`);
  });
});
