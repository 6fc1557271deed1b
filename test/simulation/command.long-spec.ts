import { type ChildProcess, execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs `npm run simulate -- …` on the suite's database server. The simulation replaces the randomness of its process, so it runs in a
 * process of its own.
 */
function simulate(...options: string[]): Promise<Run> {
  return runProcess(options, () => undefined);
}

/** @param onFirstOutput receives the process at its first output. */
function runProcess(options: readonly string[], onFirstOutput: (child: ChildProcess) => void): Promise<Run> {
  const command = ['--import', './test/support/typescript.mjs', 'simulation/simulate.ts', ...options];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, command, { cwd: ROOT, maxBuffer: 64 * 1024 ** 2 }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
    child.stdout?.once('data', () => onFirstOutput(child));
  });
}

const withoutTimes = ({ stdout }: Run): string => stdout.replace(/in \d+ s/, '');

describe('npm run simulate', () => {
  it('prints the same transcript for the same seed, and another one for another seed', async () => {
    const options = ['--steps', '150', '--transcript'];
    const [first, repeated, other] = [
      await simulate('--seed', '11', ...options),
      await simulate('--seed', '11', ...options),
      await simulate('--seed', '12', ...options),
    ];
    expect(first.stdout.split('\n').length).toBeGreaterThan(200);
    expect(withoutTimes(repeated)).toBe(withoutTimes(first));
    expect(other.stdout).not.toContain(first.stdout.split('\n').slice(1, 20).join('\n'));
    expect([first.code, other.code]).toEqual([0, 0]);
  });

  it('finds a bug, shrinks its steps, and prints a command that finds the bug again', async () => {
    const run = await simulate('--seed', '1', '--steps', '400', '--bug', 'vat-missing');
    expect(run.stdout).toContain('Violated invariant: entries have the expected postings');
    const [, repeatOptions = ''] = /Repeat it: +npm run simulate -- (.+)/.exec(run.stdout) ?? [];
    const [, stepList = ''] = /--only (\S+)/.exec(repeatOptions) ?? [];
    expect(stepList.split(',').length).toBeLessThan(8);
    const replayed = await simulate(...repeatOptions.split(' '));
    expect(replayed.stdout).toContain('Violated invariant: entries have the expected postings');
    expect([run.code, replayed.code]).toEqual([1, 1]);
  });

  it('ends between two steps after SIGTERM', async () => {
    const run = await runProcess(['--seed', '1'], (child) => child.kill('SIGTERM'));
    expect(run.stderr).toContain('Stopped.');
    expect(run.code).toBe(3);
  });

  it('starts no episode after --seconds', async () => {
    const run = await simulate('--seed', '1', '--steps', '800', '--seconds', '0');
    expect([run.code, withoutTimes(run)]).toEqual([0, expect.stringContaining('No invariant was violated: 0 steps')]);
  });

  it('prints its help, and rejects invalid options with exit code 2', async () => {
    const help = await simulate('--help');
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('--seed')]);
    for (const options of [
      ['--seed', 'x'],
      ['--only', '1', '--seed', '1'],
      ['--only', 'a', '--episode', '1'],
      ['--bug', 'none'],
      ['--what'],
    ])
      expect([options, (await simulate(...options)).code]).toEqual([options, 2]);
  });
});
