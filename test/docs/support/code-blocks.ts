import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

/**
 * The files that the code blocks of a document produce, by their path in the project.
 * A `ts` block is a whole file, whose first line names the file (`// src/…`).
 * A `diff` block changes an existing file, whose name is in its first line (`--- src/…`).
 * The lines with a space or a minus must occur in the file exactly once. The lines with a space or a plus replace them.
 */
export function filesInCodeBlocks(document: string): Map<string, string> {
  const files = new Map<string, string>();
  const text = readFileSync(join(ROOT, document), 'utf8');
  for (const [, kind = '', block = ''] of text.matchAll(/^ *```(ts|diff)\n([\s\S]*?)^ *```$/gm)) {
    const [, path] = (kind === 'ts' ? /^ *\/\/ (\S+\.ts)\n/ : /^--- (\S+)\n/).exec(block) ?? [];
    if (path === undefined) throw new Error(`A block of ${document} does not name its file in the first line:\n${block}`);
    files.set(path, kind === 'ts' ? block : applyDiff(files.get(path) ?? readFileSync(join(ROOT, path), 'utf8'), path, block));
  }
  return files;
}

function applyDiff(text: string, path: string, block: string): string {
  const lines = block.split('\n').slice(1, -1);
  const linesWithout = (sign: string): string =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const parts = text.split(linesWithout('+'));
  if (parts.length !== 2) throw new Error(`${path} has these lines ${parts.length - 1} times, not once:\n${linesWithout('+')}`);
  return parts.join(linesWithout('-'));
}
