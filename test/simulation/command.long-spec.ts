import { type ChildProcess, execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

interface Run {
  code: number;
  said: string;
  complained: string;
}

/** As `npm run simulate -- …`, on the suite's own database server. The simulation takes over the process's randomness, so it gets one of its own. */
function simulate(...options: string[]): Promise<Run> {
  return started(options, () => undefined);
}

/** @param then told of the process as soon as it says something. */
function started(options: readonly string[], then: (child: ChildProcess) => void): Promise<Run> {
  const command = ['--import', './test/support/typescript.mjs', 'simulation/simulate.ts', ...options];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, command, { cwd: ROOT, maxBuffer: 64 * 1024 ** 2 }, (error, said, complained) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said, complained }),
    );
    child.stdout?.once('data', () => then(child));
  });
}

const withoutTimes = ({ said }: Run): string => said.replace(/in \d+ s/, '');

describe('npm run simulate', () => {
  it('tells the same story of the same seed, to the letter, and another of another', async () => {
    const options = ['--steps', '150', '--transcript'];
    const [once, again, other] = [
      await simulate('--seed', '11', ...options),
      await simulate('--seed', '11', ...options),
      await simulate('--seed', '12', ...options),
    ];
    expect(once.said.split('\n').length).toBeGreaterThan(200);
    expect(withoutTimes(again)).toBe(withoutTimes(once));
    expect(other.said).not.toContain(once.said.split('\n').slice(1, 20).join('\n'));
    expect([once.code, other.code]).toEqual([0, 0]);
  });

  it('finds a bug, shows how few steps it takes, and the command that it prints finds it again', async () => {
    const found = await simulate('--seed', '1', '--steps', '400', '--bug', 'vat-missing');
    expect(found.said).toContain('NOT SO: entries say what happened');
    const [, again = ''] = /Once more: +npm run simulate -- (.+)/.exec(found.said) ?? [];
    const [, only = ''] = /--only (\S+)/.exec(again) ?? [];
    expect(only.split(',').length).toBeLessThan(8);
    const replayed = await simulate(...again.split(' '));
    expect(replayed.said).toContain('NOT SO: entries say what happened');
    expect([found.code, replayed.code]).toEqual([1, 1]);
  });

  it('ends between two steps when it is told to stop', async () => {
    const run = await started(['--seed', '1'], (child) => child.kill('SIGTERM'));
    expect(run.complained).toContain('Stopped.');
    expect(run.code).toBe(3);
  });

  it('begins nothing more when its time is over', async () => {
    const run = await simulate('--seed', '1', '--steps', '800', '--seconds', '0');
    expect([run.code, withoutTimes(run)]).toEqual([0, expect.stringContaining('Every invariant held: 0 steps')]);
  });

  it('says what it can do, and what makes no sense', async () => {
    const help = await simulate('--help');
    expect([help.code, help.said]).toEqual([0, expect.stringContaining('--seed')]);
    for (const wrong of [['--seed', 'x'], ['--only', '1', '--seed', '1'], ['--only', 'a', '--episode', '1'], ['--bug', 'none'], ['--what']])
      expect([wrong, (await simulate(...wrong)).code]).toEqual([wrong, 2]);
  });
});
