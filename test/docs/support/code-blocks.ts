import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

/**
 * The files that the code blocks of a document produce, by their path in the project.
 * A `ts` block is a whole file, whose first line names the file (`// src/…`).
 * A `diff` block changes existing files. A line `--- src/…` names the file of the lines below it, and `@@` separates changes of one file.
 * The lines with a space or a minus must occur in the file exactly once. The lines with a space or a plus replace them.
 */
export function filesInCodeBlocks(document: string): Map<string, string> {
  const files = new Map<string, string>();
  const text = readFileSync(join(ROOT, document), 'utf8');
  for (const [, kind = '', block = ''] of text.matchAll(/^ *```(ts|diff)\n([\s\S]*?)^ *```$/gm)) {
    const [, newFile] = /^ *\/\/ (\S+\.ts)\n/.exec(block) ?? [];
    const [beforeFiles = '', ...changes] = kind === 'diff' ? block.split(/^--- /m) : [];
    if (kind === 'ts' ? newFile === undefined : beforeFiles !== '')
      throw new Error(`A block of ${document} does not name its file in the first line:\n${block}`);
    if (newFile !== undefined) files.set(newFile, block);
    for (const change of changes) {
      const [path = '', ...lines] = change.trimEnd().split('\n');
      for (const hunk of lines.join('\n').split('\n@@\n'))
        files.set(path, applyDiff(files.get(path) ?? readFileSync(join(ROOT, path), 'utf8'), path, hunk.split('\n')));
    }
  }
  return files;
}

function applyDiff(text: string, path: string, lines: readonly string[]): string {
  const linesWithout = (sign: string): string =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const parts = text.split(linesWithout('+'));
  if (parts.length !== 2) throw new Error(`${path} has these lines ${parts.length - 1} times, not once:\n${linesWithout('+')}`);
  return parts.join(linesWithout('-'));
}
