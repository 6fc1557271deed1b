import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from './support/deployed-files.js';

const NAME = '000000010000000000000001';
const ARCHIVED = `${NAME}.gz`;
const DAMAGED = gzipSync('all of it').subarray(0, -4); // the data is complete, but its checksum is cut off

let folder: string;
let archive: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-archive-'));
  archive = join(folder, 'wal');
  await mkdir(archive);
  await writeFile(join(folder, 'segment'), 'all of it');
});
afterEach(() => rm(folder, { recursive: true }));

/** @returns the exit code and the error output of the script. */
const run = (script: string, ...args: string[]): Promise<{ code: number; stderr: string }> =>
  new Promise((resolve) =>
    execFile(join(ROOT, 'deploy/backup', script), args, { cwd: folder }, (error, _, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stderr }),
    ),
  );
const archiveSegment = () => run('archive-segment.sh', 'segment', NAME, archive);
/** The scripts compress segments, but also accept an archive with uncompressed ones. */
const STORED_FORMS = [
  ['compressed', ARCHIVED, gzipSync],
  ['uncompressed', NAME, Buffer.from],
] as const;

describe('archiving a segment of the log', () => {
  it('stores the segment compressed under its name', async () => {
    expect(await archiveSegment()).toEqual({ code: 0, stderr: '' });
    expect(await readdir(archive)).toEqual([ARCHIVED]);
    expect(gunzipSync(await readFile(join(archive, ARCHIVED))).toString()).toBe('all of it');
  });

  it('succeeds after an interrupted copy, and removes the partial file', async () => {
    await writeFile(join(archive, `.${NAME}.7.part`), 'all o');
    expect(await archiveSegment()).toEqual({ code: 0, stderr: '' });
    expect(await readdir(archive)).toEqual([ARCHIVED]);
  });

  it.each(STORED_FORMS)('accepts an identical segment that is already archived, %s', async (_how, name, pack) => {
    await writeFile(join(archive, name), pack('all of it'));
    expect(await archiveSegment()).toEqual({ code: 0, stderr: '' });
    expect(await readdir(archive)).toEqual([name]);
  });

  it.each(STORED_FORMS)('does not replace a different segment that is already archived, %s', async (_how, name, pack) => {
    await writeFile(join(archive, name), pack('of another server'));
    const { code, stderr } = await archiveSegment();
    expect(code).toBe(1);
    expect(stderr).toContain('Does another server use this archive?');
    expect(await readdir(archive)).toEqual([name]);
    expect(await readFile(join(archive, name))).toEqual(pack('of another server'));
  });

  it('does not accept a damaged archived segment as identical', async () => {
    await writeFile(join(archive, ARCHIVED), DAMAGED);
    expect((await archiveSegment()).code).toBe(1);
  });

  it('fails and leaves no files while the archive folder is missing', async () => {
    await rm(archive, { recursive: true });
    const { code } = await archiveSegment();
    expect([code > 0, code < 126]).toEqual([true, true]); // PostgreSQL retries after such a code; after a higher one its archiver ends
    expect(await readdir(folder)).toEqual(['segment']);
  });
});

describe('fetching a segment', () => {
  const fetchSegment = (name: string) => run('fetch-segment.sh', archive, name, 'fetched');

  it.each(STORED_FORMS)('fetches an archived segment, %s', async (_how, name, pack) => {
    await writeFile(join(archive, name), pack('all of it'));
    expect(await fetchSegment(NAME)).toEqual({ code: 0, stderr: '' });
    expect(await readFile(join(folder, 'fetched'), 'utf8')).toBe('all of it');
  });

  it('does not report the end of the log for a damaged segment', async () => {
    await writeFile(join(archive, ARCHIVED), DAMAGED);
    expect((await fetchSegment(NAME)).code).toBeGreaterThan(125);
  });

  it('exits with 1 for a segment that is not archived yet', async () => {
    await archiveSegment();
    expect(await fetchSegment('000000010000000000000002')).toEqual({ code: 1, stderr: '' });
  });

  it.each([
    ['that is empty, as where a disk is not mounted', () => Promise.resolve()],
    ['that is not there', () => rm(archive, { recursive: true })],
  ])('does not report the end of the log for an archive %s', async (_what, breakArchive) => {
    await breakArchive();
    const { code, stderr } = await fetchSegment(NAME);
    expect(code).toBeGreaterThan(125);
    expect(stderr).toContain('Is it mounted?');
  });
});
