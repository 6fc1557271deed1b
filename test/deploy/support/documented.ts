import { readDeployed } from './deployed-files.js';

/** What stands between fences under a heading, up to the next one, in order: what readers copy is what the tests run. */
export function documentedBlocks(path: string, heading: string): string[] {
  const [, rest = ''] = readDeployed(path).split(new RegExp(`\\n#+ ${heading}\\n`));
  const text = rest.split(/\n##+ /)[0] ?? '';
  return [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}
