import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from './support/deployed-files.js';

const CLONE = ['package.json', 'package-lock.json', 'scripts', 'src'];

describe('a clone without packages and without a build', () => {
  let clone: string;
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'gateway-clone-'));
    for (const part of CLONE) cpSync(join(ROOT, part), join(clone, part), { recursive: true });
  });
  afterEach(() => rmSync(clone, { recursive: true }));

  it.each(['start', 'dev', 'gateway', 'simulate', 'release', 'test'])('stays so in production: scripts/%s.mjs', async (script) => {
    const told = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
      execFile(
        process.execPath,
        [join(clone, 'scripts', `${script}.mjs`), 'migrate'],
        { cwd: clone, env: { NODE_ENV: 'production', PATH: '' } }, // no npm either, should it be called all the same
        (error, _, stderr) => resolve({ code: error?.code, stderr }),
      ),
    );
    expect(told).toEqual({ code: 1, stderr: expect.stringContaining('With NODE_ENV=production nothing is installed or built') });
    expect(readdirSync(clone).sort()).toEqual([...CLONE].sort());
  });
});
