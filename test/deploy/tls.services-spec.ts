import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { createLogger } from '../../src/runtime/logging/logger.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { RedisClients } from '../../src/runtime/queue/redis-clients.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { freePort } from '../support/free-port.js';
import { program } from '../support/program.js';
import { until } from '../support/until.js';
import { RedisProcess } from '../services/redis-process.js';
import { Authority, type Certificate } from './support/authority.js';
import { DebianPostgres } from './support/debian-postgres.js';

const ROOT = join(import.meta.dirname, '../..');

jest.setTimeout(600_000); // many processes, one after the other, on a machine that may be busy

let trusted: Authority;
let stranger: Authority;
let postgres: DebianPostgres;
let redis: RedisProcess;
let redisTlsPort: number;
const undo: (() => Promise<unknown>)[] = [];
const running: ChildProcess[] = [];

beforeAll(async () => {
  [trusted, stranger] = [await Authority.make(), await Authority.make()];
  undo.push(
    () => trusted.remove(),
    () => stranger.remove(),
  );
  postgres = await DebianPostgres.start();
  undo.push(() => postgres.remove());
  const { certFile, keyFile } = await certificateOfDatabase();
  await postgres.configure('postgresql.conf', `ssl = on\nssl_cert_file = '${certFile}'\nssl_key_file = '${keyFile}'`);
  await postgres.run(`sed -i 's/^host /hostssl /' data/pg_hba.conf`); // no connections without TLS
  await postgres.startServer();
  const superuser = new Client({ connectionString: at('localhost', 'postgres', 'of-the-superuser', 'postgres', trusted.file) });
  await superuser.connect();
  for (const statement of [
    "CREATE ROLE gateway_owner LOGIN PASSWORD 'owner'",
    "CREATE ROLE gateway_app LOGIN PASSWORD 'app'",
    'CREATE DATABASE gateway OWNER gateway_owner',
  ])
    await superuser.query(statement);
  await superuser.end();

  const migration = start([...program('cli/main'), 'migrate'], databases('localhost', trusted.file));
  expect([await migration.end, migration.said()]).toEqual([0, expect.stringContaining('migrated: ')]);

  redisTlsPort = await freePort();
  const server = await trusted.issue('redis', 'DNS:localhost');
  const tls = [`tls-port ${redisTlsPort}`, `tls-cert-file ${server.certFile}`, `tls-key-file ${server.keyFile}`];
  redis = await RedisProcess.start(['maxmemory-policy noeviction', ...tls, `tls-ca-cert-file ${trusted.file}`, 'tls-auth-clients no']);
  undo.push(() => redis.stop());
});
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')));
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

/** @returns its files, whose names stay the same. */
async function certificateOfDatabase(which: { expired?: boolean } = {}): Promise<Certificate> {
  const certificate = await trusted.issue('database', 'DNS:localhost', which);
  if (process.getuid?.() === 0) {
    const owner = Number(await postgres.run('id -u'));
    await chown(certificate.keyFile, owner, owner); // PostgreSQL only reads a key that belongs to its own user or root, and here it runs as another user
  }
  return certificate;
}
async function show(which: { expired: boolean }): Promise<void> {
  await certificateOfDatabase(which);
  await postgres.run('pg_ctl reload -D data');
}
async function showOfRedis(which: { expired: boolean }): Promise<void> {
  const { certFile, keyFile } = await trusted.issue('redis', 'DNS:localhost', which);
  await redis.ask('CONFIG', 'SET', 'tls-cert-file', certFile, 'tls-key-file', keyFile);
}
const at = (host: string, role: string, password: string, database: string, authority: string): string => {
  const url = new URL(postgres.url(role, password, database));
  url.hostname = host;
  url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: authority }).toString();
  return url.href;
};
const databases = (host: string, authority: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: at(host, 'gateway_app', 'app', 'gateway', authority),
  DATABASE_OWNER_URL: at(host, 'gateway_owner', 'owner', 'gateway', authority),
});

function start(argv: string[], settings: NodeJS.ProcessEnv): { child: ChildProcess; said: () => string; end: Promise<number | null> } {
  const child = spawn(process.execPath, argv, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', HOST: '127.0.0.1', ENCRYPTION_KEYS, ...settings },
  });
  running.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (said += String(chunk)));
  return { child, said: () => said, end: once(child, 'close').then(([code]) => code as number | null) };
}
async function readable(metrics: string, source: string): Promise<string | undefined> {
  const told = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  return new RegExp(`^gateway_metrics_source_up\\{source="${source}"\\} ([01])$`, 'm').exec(told)?.[1];
}
/** How many days the certificate is still good that a gateway says this server shows. */
async function daysLeft(metrics: string, server: string): Promise<number> {
  const told = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  const line = new RegExp(`^gateway_server_certificate_expiry_timestamp_seconds\\{server="${server}",host="[^"]+"\\} (\\S+)$`, 'm').exec(
    told,
  );
  return Math.ceil((Number(line?.[1]) - Date.now() / 1000) / (24 * 3600));
}
async function isReady({ child, said }: ReturnType<typeof start>, port: string): Promise<void> {
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(said());
      return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status;
    },
    (status) => status === 200,
  );
}
/** Of a process that gives up: its code, and why. What else it had under way may have a word after that. */
async function refusal(settings: NodeJS.ProcessEnv): Promise<[number | null, string]> {
  const { end, said } = start(program('main'), { PORT: '0', ...settings });
  const code = await end;
  const lines = said().trim().split('\n');
  const why = lines.map((line) => JSON.parse(line) as { level: string; msg: string }).find(({ level }) => level === 'fatal');
  return [code, why?.msg ?? `nothing but: ${lines.at(-1) ?? ''}`];
}

describe('TLS to PostgreSQL', () => {
  it('is what a gateway speaks on every connection, as the migration did', async () => {
    const port = String(await freePort());
    const gateway = start(program('main'), { PORT: port, ...databases('localhost', trusted.file) });
    await isReady(gateway, port);
    const client = new Client({ connectionString: at('localhost', 'postgres', 'of-the-superuser', 'postgres', trusted.file) });
    await client.connect();
    const { rows } = await client.query<{ application_name: string; ssl: boolean }>(
      "SELECT application_name, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE usename = 'gateway_app'",
    );
    await client.end();
    expect(new Set(rows.map((row) => row.application_name.split(' ')[0]))).toEqual(new Set(['gateway']));
    expect(rows.some((row) => row.application_name.startsWith('gateway queue'))).toBe(true); // the queue has its own connections
    expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
    gateway.child.kill('SIGTERM');
    expect(await gateway.end).toBe(0);
  });

  it('with the wrong authority, or under a name that is not in the certificate, ends the start with what is wrong and what to do', async () => {
    expect(await refusal(databases('localhost', stranger.file))).toEqual([
      1,
      expect.stringMatching(/^The database shows a certificate that comes from an authority that is not trusted .*sslrootcert=/),
    ]);
    expect(await refusal(databases('127.0.0.1', trusted.file))).toEqual([
      1,
      expect.stringMatching(/^The database shows a certificate that is not valid for the name by which it is called .*127\.0\.0\.1/),
    ]);
  });

  it('with a certificate that has expired ends the start with what is wrong, and takes the database away until there is a new one', async () => {
    const [port, metrics] = [String(await freePort()), String(await freePort())];
    const gateway = start(program('main'), { PORT: port, METRICS_PORT: metrics, ...databases('localhost', trusted.file) });
    await isReady(gateway, port);
    expect(await daysLeft(metrics, 'database')).toBe(2); // what ServerCertificateExpiring asks for
    await show({ expired: true });
    await until(
      () => refusal(databases('localhost', trusted.file)),
      ([code, sentence]) => code === 1 && /^The database shows a certificate that has expired/.test(sentence),
    );
    await postgres.run(`psql -qU postgres -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'gateway_app'"`);
    await until(
      () => readable(metrics, 'database'),
      (value) => value === '0', // what DatabaseDown asks for
    );
    await show({ expired: false });
    await until(
      () => readable(metrics, 'database'),
      (value) => value === '1',
    );
    gateway.child.kill('SIGTERM');
    expect(await gateway.end).toBe(0);
  });

  it('is explained by a command as well', async () => {
    const { end, said } = start([...program('cli/main'), 'migrate'], databases('localhost', stranger.file));
    expect([await end, said()]).toEqual([1, expect.stringMatching(/^error: The database shows a certificate that comes from .*\n$/)]);
  });

  it('that the server does not speak ends the start with a sentence', async () => {
    const plain = new URL(databases('localhost', trusted.file)['DATABASE_URL'] ?? '');
    await postgres.run(
      `sed -i 's/^ssl = on/ssl = off/; s/^hostssl /host /' data/postgresql.conf data/pg_hba.conf && pg_ctl reload -D data`,
    );
    try {
      await until(
        () => refusal({ DATABASE_URL: plain.href }),
        ([, sentence]) => /^The database does not support TLS/.test(sentence),
      );
    } finally {
      await postgres.run(
        `sed -i 's/^ssl = off/ssl = on/; s/^host /hostssl /' data/postgresql.conf data/pg_hba.conf && pg_ctl reload -D data`,
      );
    }
  });
});

describe('TLS to Redis', () => {
  const settings = (host: string, authority: Authority): NodeJS.ProcessEnv => ({
    ENCRYPTION_KEYS,
    ...databases('localhost', trusted.file),
    REDIS_URL: `rediss://${host}:${redisTlsPort}`,
    REDIS_CA_FILE: authority.file,
  });

  it('carries the queue: what a client writes is in that Redis', async () => {
    const clients = new RedisClients(createLogger('silent'));
    try {
      const client = clients.open(readEnvironment(settings('localhost', trusted)).queue, 'consumer');
      await client.set('by-tls', '1');
      await client.duplicate().incr('by-tls'); // as BullMQ makes its own
      expect(await redis.ask('GET', 'by-tls')).toBe('2');
    } finally {
      clients.close();
    }
  });

  it('lets a gateway start, use it, and say when its certificate ends', async () => {
    const [port, metrics] = [String(await freePort()), String(await freePort())];
    const gateway = start(program('main'), { PORT: port, METRICS_PORT: metrics, ...settings('localhost', trusted) });
    await isReady(gateway, port);
    await until(
      async () => {
        if (gateway.child.exitCode !== null) throw new Error(gateway.said());
        return String(await redis.ask('CLIENT', 'LIST'))
          .split('\n')
          .filter((line) => line.includes(`laddr=127.0.0.1:${redisTlsPort}`)).length;
      },
      (connected) => connected >= 2,
    );
    expect(gateway.said()).not.toContain('cannot be reached');
    expect([await daysLeft(metrics, 'database'), await daysLeft(metrics, 'redis')]).toEqual([2, 2]);
    gateway.child.kill('SIGTERM');
    expect(await gateway.end).toBe(0);
  });

  it('with the wrong authority, or under a name that is not in the certificate, ends the start with what is wrong and what to do', async () => {
    expect(await refusal(settings('localhost', stranger))).toEqual([
      1,
      expect.stringMatching(/^The queue's Redis shows a certificate that comes from an authority that is not trusted .*REDIS_CA_FILE/),
    ]);
    expect(await refusal(settings('127.0.0.1', trusted))).toEqual([
      1,
      expect.stringMatching(/^The queue's Redis shows a certificate that is not valid for the name .*127\.0\.0\.1/),
    ]);
  });

  it('with a certificate that has expired ends the start with what is wrong, and takes the queue away until there is a new one', async () => {
    const [port, metrics] = [String(await freePort()), String(await freePort())];
    const gateway = start(program('main'), { PORT: port, METRICS_PORT: metrics, ...settings('localhost', trusted) });
    await isReady(gateway, port);
    await showOfRedis({ expired: true });
    expect(await refusal(settings('localhost', trusted))).toEqual([
      1,
      expect.stringMatching(/^The queue's Redis shows a certificate that has expired/),
    ]);
    await redis.ask('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await until(
      () => readable(metrics, 'queue'),
      (value) => value === '0', // what RedisDown asks for
    );
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    await showOfRedis({ expired: false });
    await until(
      () => readable(metrics, 'queue'),
      (value) => value === '1',
    );
    gateway.child.kill('SIGTERM');
    expect(await gateway.end).toBe(0);
  });
});
