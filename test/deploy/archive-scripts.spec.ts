import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from './support/deployed-files.js';

const NAME = '000000010000000000000001';
const ARCHIVED = `${NAME}.gz`;
const BROKEN = gzipSync('all of it').subarray(0, -4); // the words are all there, their checksum is cut off

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
/** What the archive held before it was compressed. */
const ARCHIVES = [
  ['compressed', ARCHIVED, gzipSync],
  ['as it was', NAME, Buffer.from],
] as const;

describe('archiving a segment of the log', () => {
  it('keeps all of it compressed, under its name', async () => {
    expect(await archiveSegment()).toEqual({ code: 0, said: '' });
    expect(await readdir(archive)).toEqual([ARCHIVED]);
    expect(gunzipSync(await readFile(join(archive, ARCHIVED))).toString()).toBe('all of it');
  });

  it('goes on after a copy that was cut off, and leaves nothing of it', async () => {
    await writeFile(join(archive, `.${NAME}.7.part`), 'all o');
    expect(await archiveSegment()).toEqual({ code: 0, said: '' });
    expect(await readdir(archive)).toEqual([ARCHIVED]);
  });

  it.each(ARCHIVES)('is content with the same one that is there, %s', async (_how, name, pack) => {
    await writeFile(join(archive, name), pack('all of it'));
    expect(await archiveSegment()).toEqual({ code: 0, said: '' });
    expect(await readdir(archive)).toEqual([name]);
  });

  it.each(ARCHIVES)('refuses loudly to put another one in the place of one that is there, %s', async (_how, name, pack) => {
    await writeFile(join(archive, name), pack('of another server'));
    const { code, said } = await archiveSegment();
    expect(code).toBe(1);
    expect(said).toContain('does another server archive there?');
    expect(await readdir(archive)).toEqual([name]);
    expect(await readFile(join(archive, name))).toEqual(pack('of another server'));
  });

  it('does not take one that could not be unpacked any more for the same', async () => {
    await writeFile(join(archive, ARCHIVED), BROKEN);
    expect((await archiveSegment()).code).toBe(1);
  });

  it('fails without a trace while the archive is not there', async () => {
    await rm(archive, { recursive: true });
    const { code } = await archiveSegment();
    expect([code > 0, code < 126]).toEqual([true, true]); // PostgreSQL tries again; above, its archiver ends
    expect(await readdir(folder)).toEqual(['segment']);
  });
});

describe('fetching a segment', () => {
  const fetchSegment = (name: string) => run('fetch-segment.sh', archive, name, 'fetched');

  it.each(ARCHIVES)('brings what is there, %s', async (_how, name, pack) => {
    await writeFile(join(archive, name), pack('all of it'));
    expect(await fetchSegment(NAME)).toEqual({ code: 0, said: '' });
    expect(await readFile(join(folder, 'fetched'), 'utf8')).toBe('all of it');
  });

  it('takes one that is broken for no end of the log', async () => {
    await writeFile(join(archive, ARCHIVED), BROKEN);
    expect((await fetchSegment(NAME)).code).toBeGreaterThan(125);
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
