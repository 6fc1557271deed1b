import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bin-gateway-'));
  for (const install of ['clone', 'release']) {
    for (const part of ['bin', 'dist/cli']) mkdirSync(join(folder, install, part), { recursive: true });
    copyFileSync(join(import.meta.dirname, '../../bin/gateway'), join(folder, install, 'bin/gateway'));
    for (const program of ['dist/main.js', 'dist/cli/main.js'])
      writeFileSync(join(folder, install, program), 'console.log(process.env.NODE_ENV ?? "not set")');
  }
  mkdirSync(join(folder, 'clone/src'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('bin/gateway', () => {
  it.each([
    ['release', ['partner', 'list'], {}, 'production'],
    ['release', ['serve'], {}, 'production'],
    ['clone', ['serve'], {}, 'production'],
    ['clone', ['partner', 'list'], { DATABASE_URL: 'postgresql://db/gateway' }, 'production'],
    ['clone', ['partner', 'list'], { DATABASE_URL_FILE: '/run/secrets/url' }, 'production'],
    ['clone', ['partner', 'list'], {}, 'not set'], // a command for a gateway that "npm start" runs in development
    ['clone', ['partner', 'list'], { NODE_ENV: 'production' }, 'production'],
    ['release', ['serve'], { NODE_ENV: 'development' }, 'development'],
  ])('of a %s, called with %j and %j, sets NODE_ENV: %s', (install, argv, env, nodeEnv) => {
    const { stdout } = spawnSync(join(folder, install, 'bin/gateway'), argv, {
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe(nodeEnv);
  });
});
