import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandCall } from './cli-command.js';

describe('how to call the command line', () => {
  it.each([
    ['as npm does, in a clone', undefined, false, 'npm run gateway --'],
    ['in a release', undefined, true, 'bin/gateway'],
    ['as it was started', '/opt/payment-gateway/current/bin/gateway', true, '/opt/payment-gateway/current/bin/gateway'],
    ['by the name of a function or an image’s command', 'gateway', false, 'gateway'],
    ['with an empty name', '', false, 'npm run gateway --'],
  ])('%s', (_, given, inRelease, call) => expect(commandCall(given, inRelease)).toBe(call));
});

describe('bin/gateway says how it was called', () => {
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
  const called = (env: NodeJS.ProcessEnv = {}): string =>
    execFileSync(join(folder, 'current/bin/gateway'), ['--help'], { encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } });

  it('by its path', () => expect(called()).toBe(join(folder, 'current/bin/gateway')));
  it('by the name that its caller gives it', () => expect(called({ GATEWAY_CALL: 'gateway' })).toBe('gateway'));
});
