import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CliWorld, startCliWorld } from './cli-world.js';

/** The SVG of a valid channel mark. */
const svg = (content = '<path d="M0 0h9v9H0z"/>'): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`;
/** A mark that compression hardly makes smaller. One such mark is accepted, three are together too large. */
const largeMark = (seed: number): string =>
  svg(`<path d="M${Array.from({ length: 2_600 }, (_, index) => ((index + 1) * (seed + 7919)) % 99_991).join(' ')}"/>`);

let cli: CliWorld;
let parentFolder: string;
beforeAll(async () => {
  [cli, parentFolder] = await Promise.all([startCliWorld(), mkdtemp(join(tmpdir(), 'marks-'))]);
});
afterAll(async () => {
  await cli.drop();
  await rm(parentFolder, { recursive: true });
});

async function createFolder(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const path = join(parentFolder, name);
  await mkdir(path);
  await Promise.all(Object.entries(files).map(([file, content]) => writeFile(join(path, file), content)));
  return path;
}
const digest = expect.stringMatching(/^[0-9a-f]{12}$/);

describe('channels marks', () => {
  it('import replaces all marks by those in the folder, and clear removes them', async () => {
    const twoMarks = await createFolder('both', {
      'blik.svg': svg(),
      'mbank.svg': svg(),
      'mbank.dark.svg': svg('<path fill="#fff"/>'),
      'read.me': '',
    });
    expect(await cli.json('channels', 'marks', 'import', twoMarks)).toEqual([
      { channel: 'blik', light: digest, dark: '' },
      { channel: 'mbank', light: digest, dark: digest },
    ]);
    const otherFolder = await createFolder('other', { 'pix.svg': svg() });
    const onlyPix = [{ channel: 'pix', light: digest, dark: '' }];
    expect(await cli.json('channels', 'marks', 'import', otherFolder)).toEqual(onlyPix);
    expect(await cli.json('channels', 'marks', 'list')).toEqual(onlyPix);
    expect(await cli.json('channels', 'marks', 'clear')).toEqual([]);
  });

  it('import rejects all files when one is invalid, and names that file', async () => {
    const valid = await createFolder('good', { 'blik.svg': svg() });
    const before = await cli.json('channels', 'marks', 'import', valid);
    for (const [name, files, problem] of [
      ['unknown', { 'blik.svg': svg(), 'bank.svg': svg() }, 'There is no channel for bank.svg'],
      ['script', { 'blik.svg': svg('<script>1</script>'), 'pix.svg': svg() }, 'blik.svg: The SVG has an element <script>'],
      ['alone', { 'blik.dark.svg': svg() }, 'There is blik.dark.svg, but no blik.svg.'],
      ['empty', {}, 'There is no SVG'],
      ['heavy', { 'blik.svg': largeMark(1), 'mbank.svg': largeMark(2), 'pix.svg': largeMark(3) }, 'at most 12288 are allowed'],
    ] as const) {
      const { code, err } = await cli.run('channels', 'marks', 'import', await createFolder(name, files));
      expect([name, code]).toEqual([name, 1]);
      expect(err).toContain(problem);
    }
    expect((await cli.run('channels', 'marks', 'import', join(parentFolder, 'nowhere'))).err).toContain('cannot be read');
    expect(await cli.json('channels', 'marks', 'list')).toEqual(before);
  });
});
