import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from './support/deployed-files.js';

const CLONED_PATHS = ['package.json', 'package-lock.json', 'scripts', 'src'];

describe('a clone without packages and without a build', () => {
  let clone: string;
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'gateway-clone-'));
    for (const part of CLONED_PATHS) cpSync(join(ROOT, part), join(clone, part), { recursive: true });
  });
  afterEach(() => rmSync(clone, { recursive: true }));

  it.each(['start', 'dev', 'gateway', 'simulate', 'release', 'test'])('stays so in production with scripts/%s.mjs', async (script) => {
    const result = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
      execFile(
        process.execPath,
        [join(clone, 'scripts', `${script}.mjs`), 'migrate'],
        { cwd: clone, env: { NODE_ENV: 'production', PATH: '' } }, // with an empty PATH, a script that calls npm fails
        (error, _, stderr) => resolve({ code: error?.code, stderr }),
      ),
    );
    expect(result).toEqual({ code: 1, stderr: expect.stringContaining('With NODE_ENV=production nothing is installed or built') });
    expect(readdirSync(clone).sort()).toEqual([...CLONED_PATHS].sort());
  });
});
