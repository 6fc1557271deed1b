import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandCall } from './cli-command.js';

describe('the command that calls the command line', () => {
  it.each([
    ['is npm run in a clone', undefined, false, 'npm run gateway --'],
    ['is bin/gateway in a release', undefined, true, 'bin/gateway'],
    [
      'is the path by which bin/gateway was called',
      '/opt/payment-gateway/current/bin/gateway',
      true,
      '/opt/payment-gateway/current/bin/gateway',
    ],
    ['is the name of a shell function or of an image’s command', 'gateway', false, 'gateway'],
    ['is npm run when the name is empty', '', false, 'npm run gateway --'],
  ])('%s', (_, calledAs, inRelease, call) => expect(commandCall(calledAs, inRelease)).toBe(call));
});

describe('bin/gateway', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'command-call-'));
    mkdirSync(join(folder, 'release/bin'), { recursive: true });
    mkdirSync(join(folder, 'release/dist/cli'), { recursive: true });
    cpSync(join(import.meta.dirname, '../../bin/gateway'), join(folder, 'release/bin/gateway'));
    writeFileSync(join(folder, 'release/dist/cli/main.js'), "process.stdout.write(process.env.GATEWAY_CALL ?? '')");
    symlinkSync(join(folder, 'release'), join(folder, 'current'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const passedCall = (env: NodeJS.ProcessEnv = {}): string =>
    execFileSync(join(folder, 'current/bin/gateway'), ['--help'], { encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } });

  it('passes the path by which it was called to the program', () => expect(passedCall()).toBe(join(folder, 'current/bin/gateway')));
  it('passes the name in GATEWAY_CALL to the program', () => expect(passedCall({ GATEWAY_CALL: 'gateway' })).toBe('gateway'));
});
