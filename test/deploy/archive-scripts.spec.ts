import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from './support/deployed-files.js';

const NAME = '000000010000000000000001';

let folder: string;
let archive: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-archive-'));
  archive = join(folder, 'wal');
  await mkdir(archive);
  await writeFile(join(folder, 'segment'), 'all of it');
});
afterEach(() => rm(folder, { recursive: true }));

/** @returns its exit code and what it complained about. */
const run = (script: string, ...given: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) =>
    execFile(join(ROOT, 'deploy/backup', script), given, { cwd: folder }, (error, _, said) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, said }),
    ),
  );
const archiveSegment = () => run('archive-segment.sh', 'segment', NAME, archive);
const archived = () => readFile(join(archive, NAME), 'utf8');

describe('archiving a segment of the log', () => {
  it('keeps all of it under its name', async () => {
    expect(await archiveSegment()).toEqual({ code: 0, said: '' });
    expect(await archived()).toBe('all of it');
  });

  it('goes on after a copy that was cut off, and leaves nothing of it', async () => {
    await writeFile(join(archive, `.${NAME}.7.part`), 'all o');
    expect(await archiveSegment()).toEqual({ code: 0, said: '' });
    expect(await readdir(archive)).toEqual([NAME]);
  });

  it('is content with the same one that is there', async () => {
    await archiveSegment();
    expect(await archiveSegment()).toEqual({ code: 0, said: '' });
  });

  it('refuses loudly to put another one in its place', async () => {
    await writeFile(join(archive, NAME), 'of another server');
    const { code, said } = await archiveSegment();
    expect(code).toBe(1);
    expect(said).toContain('does another server archive there?');
    expect(await archived()).toBe('of another server');
  });

  it('fails without a trace while the archive is not there', async () => {
    await rm(archive, { recursive: true });
    expect((await archiveSegment()).code).toBe(1);
    expect(await readdir(folder)).toEqual(['segment']);
  });
});

describe('fetching a segment', () => {
  const fetchSegment = (name: string) => run('fetch-segment.sh', archive, name, 'fetched');

  it('brings what is there', async () => {
    await archiveSegment();
    expect(await fetchSegment(NAME)).toEqual({ code: 0, said: '' });
    expect(await readFile(join(folder, 'fetched'), 'utf8')).toBe('all of it');
  });

  it('says that there is none at the end of the log', async () => {
    await archiveSegment();
    expect(await fetchSegment('000000010000000000000002')).toEqual({ code: 1, said: '' });
  });

  it.each([
    ['that is empty, as where a disk is not mounted', () => Promise.resolve()],
    ['that is not there', () => rm(archive, { recursive: true })],
  ])('takes no archive %s for that end', async (_what, breakIt) => {
    await breakIt();
    const { code, said } = await fetchSegment(NAME);
    expect(code).toBeGreaterThan(125);
    expect(said).toContain('is it mounted?');
  });
});
