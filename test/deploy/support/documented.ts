import { readDeployed } from './deployed-files.js';

/** What stands between fences in one section of a document, in order: what readers copy is what the tests run. */
export function documentedBlocks(path: string, section: string): string[] {
  const [, rest = ''] = readDeployed(path).split(`\n## ${section}\n`);
  const text = rest.split('\n## ')[0] ?? '';
  return [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}
