import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readDeployed, ROOT, unknownSettings } from './support/deployed-files.js';

const ANALYZE = '/usr/bin/systemd-analyze';
const INSTALLED_IN = '/opt/payment-gateway/current';
/** The units that the guide enables. */
const UNITS = ['payment-gateway-api@3000.service', 'payment-gateway-worker@3100.service', 'payment-gateway-migrate.service'];
/** The highest allowed exposure level. A service that may do everything has 10; systemd calls a level below 2 "OK". */
const MAX_EXPOSURE = 2;
/** `verify` reports programs that are not installed on this machine, as the gateway is not. */
const NOT_INSTALLED_HERE = /Command \/opt\/payment-gateway\/current\/bin\/gateway is not executable/;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-units-'));
  cpSync(join(ROOT, 'deploy/systemd'), folder, { recursive: true });
  for (const unit of UNITS) {
    const template = unit.replace(/@\d+/, '@');
    if (template !== unit) symlinkSync(template, join(folder, unit));
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

const analyze = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) =>
    execFile(ANALYZE, args, { cwd: folder, env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  );
const linesOf = (file: string, key: string): string[] =>
  [...readDeployed(`deploy/systemd/${file}`).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
const files = (): string[] =>
  (readdirSync(join(ROOT, 'deploy/systemd'), { recursive: true }) as string[]).filter((name) => /\.(service|conf)$/.test(name));

describe('the systemd units', () => {
  it('contain only settings that systemd knows', async () => {
    const { output } = await analyze('verify', '--man=no', '--recursive-errors=no', ...UNITS);
    expect(output.split('\n').filter((line) => line.includes('payment-gateway') && !NOT_INSTALLED_HERE.test(line))).toEqual([]);
  });

  it('do not pass this check with a misspelt setting', async () => {
    mkdirSync(join(folder, 'payment-gateway-.service.d/'), { recursive: true });
    cpSync(join(folder, 'payment-gateway-.service.d/gateway.conf'), join(folder, 'payment-gateway-.service.d/misspelt.conf'));
    await promisify(execFile)('sed', ['-i', 's/^ProtectSystem=/ProtectSytem=/', join(folder, 'payment-gateway-.service.d/misspelt.conf')]);
    expect((await analyze('verify', '--man=no', ...UNITS)).output).toMatch(/misspelt\.conf.*ProtectSytem/);
  });

  it.each(UNITS)('give %s few rights', async (unit) => {
    const { code, output } = await analyze('security', '--offline=true', `--threshold=${MAX_EXPOSURE * 10}`, '--no-pager', `./${unit}`);
    expect([code, output]).toEqual([0, expect.stringMatching(/Overall exposure level for .*: [01]\.\d OK/)]);
  });

  it('start a program of the release, through the link to the current release', () => {
    const commands = files().flatMap((file) => linesOf(file, 'ExecStart'));
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const [program = '', subcommand] = command.split(' ');
      expect(program.startsWith(`${INSTALLED_IN}/`)).toBe(true);
      expect(existsSync(join(ROOT, program.slice(INSTALLED_IN.length)))).toBe(true);
      expect(['serve', 'migrate']).toContain(subcommand);
    }
    const [release] = /const CONTENTS = \[.*\];/.exec(readFileSync(join(ROOT, 'scripts/release.mjs'), 'utf8')) ?? [];
    expect(release).toContain("'bin'");
  });

  it('set only settings that the gateway reads, and load the credentials that the settings name', () => {
    const environment = files().flatMap((file) => linesOf(file, 'Environment').flatMap((line) => line.split(' ')));
    const names = environment.map((pair) => pair.split('=')[0] ?? '');
    expect(unknownSettings(names)).toEqual([]);
    const credentials = files().flatMap((file) => linesOf(file, 'LoadCredential').map((line) => line.split(':')[0] ?? ''));
    const credentialsInSettings = environment.flatMap((pair) => /=%d\/(.*)$/.exec(pair)?.[1] ?? []);
    expect(credentialsInSettings.sort()).toEqual(credentials.sort());
    const common = [...readDeployed('deploy/systemd/gateway.env').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
    expect(unknownSettings(common)).toEqual([]);
    expect(common.filter((name) => names.includes(name))).toEqual([]); // a value in the file would override the value in the unit
  });

  it('give the URL of the schema owner only to the migration', () =>
    expect(files().filter((file) => readDeployed(`deploy/systemd/${file}`).includes('OWNER'))).toEqual([
      'payment-gateway-migrate.service',
    ]));

  it('wait for the end of a process for 30 seconds longer than its shutdown grace period', () => {
    const [stopTimeout] = linesOf('payment-gateway-.service.d/gateway.conf', 'TimeoutStopSec');
    const [, grace] = /^SHUTDOWN_GRACE_MS=(\d+)$/m.exec(readDeployed('deploy/systemd/gateway.env')) ?? [];
    expect(Number(stopTimeout) * 1000).toBeGreaterThanOrEqual(Number(grace) + 30_000);
  });
});
