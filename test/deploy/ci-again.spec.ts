import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'again-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command in place of jest, whose exit codes are these: first, and when it is asked for the failed suites only. */
async function again(first: number, second: number): Promise<{ status: number | null; said: string; failedAtFirst: string }> {
  const jest = join(folder, 'jest.sh');
  const list = join(folder, 'failed');
  await writeFile(list, '');
  await writeFile(
    jest,
    `case "$*" in
      test/money*--onlyFailures) echo 'the failed ones'; exit ${second} ;;
      test/money) [ ${first} = 0 ] || { echo 'FAIL test/money/b.spec.ts (5 s)'; echo 'FAIL test/money/b.spec.ts'; } >&2; echo 'PASS a'; exit ${first} ;;
    esac`,
  );
  const env = { ...process.env, FAILED_AT_FIRST: list };
  const { status, stdout, stderr } = spawnSync('bash', ['.ci/again', 'bash', jest, 'test/money'], { env, encoding: 'utf8' });
  return { status, said: stdout + stderr, failedAtFirst: await readFile(list, 'utf8') };
}

describe('suites of CI', () => {
  it('that pass run once', async () => {
    const { status, said, failedAtFirst } = await again(0, 1);
    expect([status, failedAtFirst]).toEqual([0, '']);
    expect(said).not.toContain('the failed ones');
  });

  it('that fail and then pass by themselves pass, and are named', async () => {
    const { status, said, failedAtFirst } = await again(1, 0);
    expect([status, failedAtFirst]).toEqual([0, 'FAIL test/money/b.spec.ts\n']);
    expect(said).toContain('FAIL test/money/b.spec.ts (5 s)');
  });

  it('that fail both times fail', async () => {
    expect((await again(1, 3)).status).toBe(3);
  });
});
