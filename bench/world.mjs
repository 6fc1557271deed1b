// The world of the benchmarks: a database of their own, the built gateway, and the bare server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../dist/runtime/database/embedded/embedded-postgres.js';
import { MIGRATIONS } from '../dist/migrations.js';
import { migrateDatabase } from '../dist/runtime/database/schema/migrate.js';

const ROOT = join(import.meta.dirname, '..');

export const ENCRYPTION_KEYS = `1:${randomBytes(32).toString('base64')}`;

/** The gateway counts every request against its limits, as in production, but rejects none. */
export const UNREACHABLE_LIMITS = {
  RATE_LIMIT_PER_TOKEN: '10000000',
  RATE_LIMIT_PER_ADDRESS: '10000000',
  RATE_LIMIT_PER_CONNECTOR: '10000000',
};

export async function startDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
  const cluster = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '200', shared_buffers: '512MB' } });
  await migrateDatabase(cluster.ownerUrl(), MIGRATIONS, { appRole: decodeURIComponent(new URL(cluster.appUrl()).username) });
  const owner = new pg.Client({ connectionString: cluster.ownerUrl() });
  await owner.connect();
  const [postmaster = ''] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(postmaster);
  const killServer = () => process.kill(pid, 'SIGQUIT'); // the benchmark failed before it stopped the server
  process.once('exit', killServer);
  return {
    /** The process id of the server, whose processor time is measured. */
    pid,
    ownerUrl: cluster.ownerUrl(),
    appUrl: cluster.appUrl(),
    query: (text, values) => owner.query(text, values),
    async stop() {
      process.removeListener('exit', killServer);
      await owner.end();
      await cluster.stop();
      await removeEmbeddedPostgres(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const TYPESCRIPT = ['--import', join(ROOT, 'test/support/typescript.mjs')];

/** Starts a child process on a free port. Resolves when it responds to requests. */
export async function startServer(script, env, probe) {
  const port = await freePort();
  const child = spawn(process.execPath, [...(script.endsWith('.ts') ? TYPESCRIPT : []), join(ROOT, script)], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; ; waited += 50) {
    const up = await fetch(url + probe).then(
      (response) => response.status < 500,
      () => false,
    );
    if (up) break;
    if (waited > 20_000 || child.exitCode !== null) throw new Error(`${script} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    pid: child.pid,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      }),
  };
}

/** A free port below the range of outgoing connections, so that no such connection takes the port before it is used. */
async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
