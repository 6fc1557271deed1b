import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...(readdirSync(join(ROOT, 'docs'), { recursive: true }) as string[]).map((file) => join('docs', file)),
].filter((file) => file.endsWith('.md'));
const blocks = documents.flatMap((document) =>
  [...readFileSync(join(ROOT, document), 'utf8').matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', text = '']) => [document, text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')] as const,
  ),
);

/** The syntax errors that bash finds in a text. Bash does not run the text. */
function syntaxErrorsOf(text: string): string {
  try {
    execFileSync('bash', ['-n'], { input: text.replaceAll(/<[\w-]+>/g, 'something'), stdio: ['pipe', 'ignore', 'pipe'] });
    return '';
  } catch (error) {
    return String((error as { stderr: unknown }).stderr);
  }
}

/** Staff copy these commands in emergencies, when a syntax error would cost time. Other tests cover what the commands do. */
describe('the commands in the documents', () => {
  it('are found by this test', () => expect(blocks.length).toBeGreaterThan(40));

  it('fail this test with an open quote', () => expect(syntaxErrorsOf("echo 'to be ended\n")).toContain('unexpected EOF'));

  it.each(blocks)('of %s can be parsed by a shell: %#', (_document, text) => expect(syntaxErrorsOf(text)).toBe(''));

  it('name existing files of deploy', () => {
    const paths = blocks.flatMap(([, text]) => [...text.matchAll(/(?<![\w-]|exec )deploy(\/[\w.@-]+)+/g)].map(([path]) => path));
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !path.endsWith('-') && !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
