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
import { programArguments } from '../support/program.js';
import { until } from '../support/until.js';
import { RedisProcess } from '../services/redis-process.js';
import { Authority, type Certificate } from './support/authority.js';
import { DebianPostgres } from './support/debian-postgres.js';

const ROOT = join(import.meta.dirname, '../..');

jest.setTimeout(600_000); // the test starts many processes one after the other, and the machine may be busy

let trusted: Authority;
let untrusted: Authority;
let postgres: DebianPostgres;
let redis: RedisProcess;
let redisTlsPort: number;
const cleanups: (() => Promise<unknown>)[] = [];
const running: ChildProcess[] = [];

beforeAll(async () => {
  [trusted, untrusted] = [await Authority.make(), await Authority.make()];
  cleanups.push(
    () => trusted.remove(),
    () => untrusted.remove(),
  );
  postgres = await DebianPostgres.start();
  cleanups.push(() => postgres.remove());
  const { certFile, keyFile } = await issueDatabaseCertificate();
  await postgres.configure('postgresql.conf', `ssl = on\nssl_cert_file = '${certFile}'\nssl_key_file = '${keyFile}'`);
  await postgres.run(`sed -i 's/^host /hostssl /' data/pg_hba.conf`); // no connections without TLS
  await postgres.startServer();
  const superuser = new Client({ connectionString: databaseUrl('localhost', 'postgres', 'of-the-superuser', 'postgres', trusted.file) });
  await superuser.connect();
  for (const statement of [
    "CREATE ROLE gateway_owner LOGIN PASSWORD 'owner'",
    "CREATE ROLE gateway_app LOGIN PASSWORD 'app'",
    'CREATE DATABASE gateway OWNER gateway_owner',
  ])
    await superuser.query(statement);
  await superuser.end();

  const migration = start([...programArguments('cli/main'), 'migrate'], databaseSettings('localhost', trusted.file));
  expect([await migration.end, migration.output()]).toEqual([0, expect.stringContaining('migrated: ')]);

  redisTlsPort = await freePort();
  const server = await trusted.issue('redis', 'DNS:localhost');
  const tls = [`tls-port ${redisTlsPort}`, `tls-cert-file ${server.certFile}`, `tls-key-file ${server.keyFile}`];
  redis = await RedisProcess.start(['maxmemory-policy noeviction', ...tls, `tls-ca-cert-file ${trusted.file}`, 'tls-auth-clients no']);
  cleanups.push(() => redis.stop());
});
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')));
afterAll(async () => {
  for (const step of cleanups.reverse()) await step();
});

/** Issues a certificate and overwrites the files of the one before. */
async function issueDatabaseCertificate(options: { expired?: boolean } = {}): Promise<Certificate> {
  const certificate = await trusted.issue('database', 'DNS:localhost', options);
  if (process.getuid?.() === 0) {
    const owner = Number(await postgres.run('id -u'));
    await chown(certificate.keyFile, owner, owner); // PostgreSQL only reads a key that belongs to its user or to root
  }
  return certificate;
}
async function replaceDatabaseCertificate(options: { expired: boolean }): Promise<void> {
  await issueDatabaseCertificate(options);
  await postgres.run('pg_ctl reload -D data');
}
async function replaceRedisCertificate(options: { expired: boolean }): Promise<void> {
  const { certFile, keyFile } = await trusted.issue('redis', 'DNS:localhost', options);
  await redis.sendCommand('CONFIG', 'SET', 'tls-cert-file', certFile, 'tls-key-file', keyFile);
}
const databaseUrl = (host: string, role: string, password: string, database: string, authority: string): string => {
  const url = new URL(postgres.url(role, password, database));
  url.hostname = host;
  url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: authority }).toString();
  return url.href;
};
const databaseSettings = (host: string, authority: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: databaseUrl(host, 'gateway_app', 'app', 'gateway', authority),
  DATABASE_OWNER_URL: databaseUrl(host, 'gateway_owner', 'owner', 'gateway', authority),
});

function start(argv: string[], settings: NodeJS.ProcessEnv): { child: ChildProcess; output: () => string; end: Promise<number | null> } {
  const child = spawn(process.execPath, argv, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', HOST: '127.0.0.1', ENCRYPTION_KEYS, ...settings },
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (output += String(chunk)));
  return { child, output: () => output, end: once(child, 'close').then(([code]) => code as number | null) };
}
async function readSourceUp(metrics: string, source: string): Promise<string | undefined> {
  const metricsText = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  return new RegExp(`^gateway_metrics_source_up\\{source="${source}"\\} ([01])$`, 'm').exec(metricsText)?.[1];
}
/** @returns in how many days the certificate of a server expires, according to the gateway's metrics. */
async function daysLeft(metrics: string, server: string): Promise<number> {
  const metricsText = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  const line = new RegExp(`^gateway_server_certificate_expiry_timestamp_seconds\\{server="${server}",host="[^"]+"\\} (\\S+)$`, 'm').exec(
    metricsText,
  );
  return Math.ceil((Number(line?.[1]) - Date.now() / 1000) / (24 * 3600));
}
async function waitUntilReady({ child, output }: ReturnType<typeof start>, port: string): Promise<void> {
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(output());
      return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status;
    },
    (status) => status === 200,
  );
}
/** @returns the exit code and the fatal message of a process that does not start. Other lines may follow that message. */
async function startFailure(settings: NodeJS.ProcessEnv): Promise<[number | null, string]> {
  const { end, output } = start(programArguments('main'), { PORT: '0', ...settings });
  const code = await end;
  const lines = output().trim().split('\n');
  const fatal = lines.map((line) => JSON.parse(line) as { level: string; msg: string }).find(({ level }) => level === 'fatal');
  return [code, fatal?.msg ?? `nothing but: ${lines.at(-1) ?? ''}`];
}

describe('TLS to PostgreSQL', () => {
  it('is used on every connection of a gateway', async () => {
    const port = String(await freePort());
    const gateway = start(programArguments('main'), { PORT: port, ...databaseSettings('localhost', trusted.file) });
    await waitUntilReady(gateway, port);
    const client = new Client({ connectionString: databaseUrl('localhost', 'postgres', 'of-the-superuser', 'postgres', trusted.file) });
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

  it('stops the start with an explanation if the authority or the host name is wrong', async () => {
    expect(await startFailure(databaseSettings('localhost', untrusted.file))).toEqual([
      1,
      expect.stringMatching(/^The database has a certificate that comes from an authority that is not trusted .*sslrootcert=/),
    ]);
    expect(await startFailure(databaseSettings('127.0.0.1', trusted.file))).toEqual([
      1,
      expect.stringMatching(/^The database has a certificate that is not valid for the name by which it is called .*127\.0\.0\.1/),
    ]);
  });

  it('stops the start and new connections to the database while the certificate has expired', async () => {
    const [port, metrics] = [String(await freePort()), String(await freePort())];
    const gateway = start(programArguments('main'), { PORT: port, METRICS_PORT: metrics, ...databaseSettings('localhost', trusted.file) });
    await waitUntilReady(gateway, port);
    expect(await daysLeft(metrics, 'database')).toBe(2); // ServerCertificateExpiring uses this metric
    await replaceDatabaseCertificate({ expired: true });
    await until(
      () => startFailure(databaseSettings('localhost', trusted.file)),
      ([code, message]) => code === 1 && /^The database has a certificate that has expired/.test(message),
    );
    await postgres.run(`psql -qU postgres -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'gateway_app'"`);
    await until(
      () => readSourceUp(metrics, 'database'),
      (value) => value === '0', // DatabaseDown uses this metric
    );
    await replaceDatabaseCertificate({ expired: false });
    await until(
      () => readSourceUp(metrics, 'database'),
      (value) => value === '1',
    );
    gateway.child.kill('SIGTERM');
    expect(await gateway.end).toBe(0);
  });

  it('stops a command with the same explanation', async () => {
    const { end, output } = start([...programArguments('cli/main'), 'migrate'], databaseSettings('localhost', untrusted.file));
    expect([await end, output()]).toEqual([1, expect.stringMatching(/^error: The database has a certificate that comes from .*\n$/)]);
  });

  it('stops the start with an explanation if the server has no TLS', async () => {
    const plain = new URL(databaseSettings('localhost', trusted.file)['DATABASE_URL'] ?? '');
    await postgres.run(
      `sed -i 's/^ssl = on/ssl = off/; s/^hostssl /host /' data/postgresql.conf data/pg_hba.conf && pg_ctl reload -D data`,
    );
    try {
      await until(
        () => startFailure({ DATABASE_URL: plain.href }),
        ([, message]) => /^The database does not support TLS/.test(message),
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
    ...databaseSettings('localhost', trusted.file),
    REDIS_URL: `rediss://${host}:${redisTlsPort}`,
    REDIS_CA_FILE: authority.file,
  });

  it('is used by the clients of the queue', async () => {
    const clients = new RedisClients(createLogger('silent'));
    try {
      const client = clients.open(readEnvironment(settings('localhost', trusted)).queue, 'consumer');
      await client.set('by-tls', '1');
      await client.duplicate().incr('by-tls'); // BullMQ uses a duplicate
      expect(await redis.sendCommand('GET', 'by-tls')).toBe('2');
    } finally {
      clients.close();
    }
  });

  it('is used by a gateway, which reports when the certificate ends', async () => {
    const [port, metrics] = [String(await freePort()), String(await freePort())];
    const gateway = start(programArguments('main'), { PORT: port, METRICS_PORT: metrics, ...settings('localhost', trusted) });
    await waitUntilReady(gateway, port);
    await until(
      async () => {
        if (gateway.child.exitCode !== null) throw new Error(gateway.output());
        return String(await redis.sendCommand('CLIENT', 'LIST'))
          .split('\n')
          .filter((line) => line.includes(`laddr=127.0.0.1:${redisTlsPort}`)).length;
      },
      (connected) => connected >= 2,
    );
    expect(gateway.output()).not.toContain('cannot be reached');
    expect([await daysLeft(metrics, 'database'), await daysLeft(metrics, 'redis')]).toEqual([2, 2]);
    gateway.child.kill('SIGTERM');
    expect(await gateway.end).toBe(0);
  });

  it('stops the start with an explanation if the authority or the host name is wrong', async () => {
    expect(await startFailure(settings('localhost', untrusted))).toEqual([
      1,
      expect.stringMatching(/^The queue's Redis has a certificate that comes from an authority that is not trusted .*REDIS_CA_FILE/),
    ]);
    expect(await startFailure(settings('127.0.0.1', trusted))).toEqual([
      1,
      expect.stringMatching(/^The queue's Redis has a certificate that is not valid for the name .*127\.0\.0\.1/),
    ]);
  });

  it('stops the start and new connections to the queue while the certificate has expired', async () => {
    const [port, metrics] = [String(await freePort()), String(await freePort())];
    const gateway = start(programArguments('main'), { PORT: port, METRICS_PORT: metrics, ...settings('localhost', trusted) });
    await waitUntilReady(gateway, port);
    await replaceRedisCertificate({ expired: true });
    expect(await startFailure(settings('localhost', trusted))).toEqual([
      1,
      expect.stringMatching(/^The queue's Redis has a certificate that has expired/),
    ]);
    await redis.sendCommand('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await until(
      () => readSourceUp(metrics, 'queue'),
      (value) => value === '0', // RedisDown uses this metric
    );
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    await replaceRedisCertificate({ expired: false });
    await until(
      () => readSourceUp(metrics, 'queue'),
      (value) => value === '1',
    );
    gateway.child.kill('SIGTERM');
    expect(await gateway.end).toBe(0);
  });
});
