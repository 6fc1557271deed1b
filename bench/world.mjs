// What the benchmarks run against: a database of their own, the gateway as built, and the bare server beside it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../dist/runtime/database/embedded/embedded-postgres.js';
import { MIGRATIONS } from '../dist/migrations.js';
import { migrateDatabase } from '../dist/runtime/database/schema/migrate.js';

const ROOT = join(import.meta.dirname, '..');

/** Of this run alone. */
export const ENCRYPTION_KEYS = `1:${randomBytes(32).toString('base64')}`;

/** The gateway counts every request against its limits, as in service, and refuses none. */
export const LIMITS_NOBODY_REACHES = {
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
  return {
    /** Process id of the server, to count its processor time by. */
    pid: Number(postmaster),
    ownerUrl: cluster.ownerUrl(),
    appUrl: cluster.appUrl(),
    query: (text, values) => owner.query(text, values),
    async stop() {
      await owner.end();
      await cluster.stop();
      await removeEmbeddedPostgres(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A child process that is ended by its own handle; resolves when it answers. */
export async function startServer(script, port, env, probe) {
  await requireFree(port);
  const child = spawn(process.execPath, [join(ROOT, script)], {
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

/** Whatever listens there already would be measured instead, or be in the way. */
async function requireFree(port) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error) => {
    throw new Error(`Port ${port} is taken (${error.code}): end what listens there first`);
  });
  await new Promise((resolve) => server.close(resolve));
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
