import { readDeployed } from './deployed-files.js';

/** @returns the code blocks under a heading, in order. So the tests run the same commands that readers copy. */
export function documentedBlocks(path: string, heading: string): string[] {
  const [, rest = ''] = readDeployed(path).split(new RegExp(`\\n#+ ${heading}\\n`));
  const text = rest.split(/\n##+ /)[0] ?? '';
  return [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}
