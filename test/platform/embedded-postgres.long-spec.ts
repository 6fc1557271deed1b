import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { identifyProcess } from '../../src/runtime/database/embedded/process-identity.js';
import {
  EmbeddedCluster,
  EmbeddedPostgresOptions,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/runtime/database/embedded/embedded-postgres.js';

describe('the embedded database', () => {
  const folders: string[] = [];
  let dataDir: string;
  let running: EmbeddedCluster[];
  let children: ChildProcess[];

  beforeEach(() => {
    running = [];
    children = [];
  });

  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const cluster of running) await cluster.stop();
  });

  afterAll(async () => {
    for (const folder of folders) {
      await removeEmbeddedPostgres(folder);
      await rm(folder, { recursive: true, force: true });
    }
  });

  async function newFolder(): Promise<void> {
    dataDir = await mkdtemp(join(tmpdir(), `payment-gateway-test-${process.pid}-`));
    folders.push(dataDir);
  }

  const postgresPath = (...path: string[]) => join(dataDir, 'postgres', ...path);

  async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedCluster> {
    const cluster = await startEmbeddedPostgres({ dataDir, role: 'gateway', settings: { fsync: 'off' }, ...options });
    running.push(cluster);
    return cluster;
  }

  async function query<T extends object>(url: string, sql: string): Promise<T[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<T>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  const serverPid = async () => Number((await readFile(postgresPath('data', 'postmaster.pid'), 'utf8')).split('\n')[0]);

  const serverLog = () => readFile(postgresPath('postgres.log'), 'utf8');

  async function storeRow(cluster: EmbeddedCluster): Promise<void> {
    await query(cluster.ownerUrl(), 'DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 42 AS answer');
  }

  async function expectStoredRow(cluster: EmbeddedCluster): Promise<void> {
    expect(await query(cluster.ownerUrl(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  }

  function startOtherProgram(): ChildProcess {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    children.push(child);
    return child;
  }

  /**
   * Simulates a killed gateway or guest whose server keeps running.
   * Another process, which the test can end, is registered as the participant.
   */
  async function registerWithOtherProcess(role: 'gateway' | 'guest'): Promise<ChildProcess> {
    const child = startOtherProgram();
    await rm(postgresPath('participants'), { recursive: true });
    running = [];
    const other = await startEmbeddedPostgres({ dataDir, role: 'guest' });
    const identity = await identifyProcess(child.pid ?? 0);
    await writeFile(postgresPath('participants', 'other.json'), JSON.stringify({ ...identity, role }));
    await other.stop();
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exit;
  }

  describe('on its first start', () => {
    beforeEach(newFolder);

    it('gives the owner a database and the application only the right to connect', async () => {
      const cluster = await start();
      await storeRow(cluster);
      await query(cluster.ownerUrl(), 'CREATE SCHEMA extra; DROP SCHEMA extra');
      expect(await query(cluster.appUrl(), 'SELECT current_user AS name')).toEqual([{ name: 'gateway_app' }]);
      await expect(query(cluster.appUrl(), 'SELECT * FROM kept')).rejects.toThrow('permission denied');
      await expect(query(cluster.appUrl(), 'CREATE TABLE own (id int)')).rejects.toThrow('permission denied');
      await expect(query(cluster.appUrl().replace(/:[0-9a-f]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password authentication failed');
    });

    it('takes over a lock whose process has ended', async () => {
      await writeFile(join(dataDir, 'postgres.lock'), JSON.stringify({ pid: process.pid, began: 'long ago' }));
      await start();
    });

    it('starts again after an interrupted first start', async () => {
      const first = await start();
      await first.stop();
      await rm(postgresPath('data'), { recursive: true });
      await rm(postgresPath('credentials.json'));
      await writeFile(postgresPath('data.new-interrupted'), 'half a database');
      await start();
      await expect(stat(postgresPath('data.new-interrupted'))).rejects.toThrow('ENOENT');
    });

    it('starts one server for concurrent starts', async () => {
      const clusters = await Promise.all([start({ role: 'guest' }), start({ role: 'guest' }), start({ role: 'gateway' })]);
      expect(clusters.filter((cluster) => cluster.started)).toHaveLength(1);
      expect(new Set(clusters.map((cluster) => cluster.port)).size).toBe(1);
    });

    it('rejects data of another major version', async () => {
      await (await start()).stop();
      await writeFile(postgresPath('data', 'PG_VERSION'), '16\n');
      await expect(start()).rejects.toThrow(/created by PostgreSQL 16\. This release has PostgreSQL 18/);
    });

    it('rejects the start when the passwords are lost', async () => {
      await (await start()).stop();
      await unlink(postgresPath('credentials.json'));
      await expect(start()).rejects.toThrow(/Restore that file, or set DATA_DIR/);
    });
  });

  describe('after its first start', () => {
    beforeAll(newFolder);

    it('stores the passwords readable only for its user, and listens only on this machine', async () => {
      const cluster = await start();
      expect((await stat(postgresPath('credentials.json'))).mode & 0o077).toBe(0);
      expect(await query(cluster.superuserUrl(), 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    });

    it('sorts text by code point and changes the case of letters beyond ASCII', async () => {
      const cluster = await start();
      const [row] = await query(cluster.ownerUrl(), `SELECT lower('ŻÓŁĆ') AS lower, 'Z' < 'a' AS by_code_point`);
      expect(row).toEqual({ lower: 'żółć', by_code_point: true });
    });

    it('keeps data and port after a stop, and neither initializes nor recovers at the second start', async () => {
      const first = await start();
      await storeRow(first);
      await first.stop();
      const dataFile = await stat(postgresPath('data', 'PG_VERSION'));
      const logBefore = await serverLog();
      const logLines: string[] = [];
      const second = await start({ log: (line) => logLines.push(line) });
      expect({ port: second.port, started: second.started }).toEqual({ port: first.port, started: true });
      expect(logLines).toEqual([]);
      expect(await stat(postgresPath('data', 'PG_VERSION'))).toMatchObject({ ino: dataFile.ino, birthtimeMs: dataFile.birthtimeMs }); // initdb would write a new file
      expect((await serverLog()).slice(logBefore.length)).not.toMatch(/not properly shut down|recovery/);
      await expectStoredRow(second);
    });

    it('recovers after the server was killed', async () => {
      const first = await start();
      await storeRow(first);
      process.kill(await serverPid(), 'SIGKILL');
      await first.stop();
      await expectStoredRow(await start());
    });

    it('restarts while child processes of a killed server are still ending', async () => {
      const first = await start();
      await storeRow(first);
      const client = new Client({ connectionString: first.ownerUrl() });
      client.on('error', () => undefined);
      await client.connect();
      client.query('SELECT pg_sleep(0.5)').catch(() => undefined);
      process.kill(await serverPid(), 'SIGKILL');
      await first.stop();
      await expectStoredRow(await start());
    });

    it('attaches a new gateway to the server of a killed gateway and stops with the new gateway', async () => {
      await storeRow(await start());
      const pid = await serverPid();
      await kill(await registerWithOtherProcess('gateway'));
      const successor = await start();
      expect({ started: successor.started, pid: await serverPid() }).toEqual({ started: false, pid });
      await expectStoredRow(successor);
      await successor.stop();
      expect(await identifyProcess(pid)).toBeUndefined();
    });

    it('rejects a second gateway and says what to do', async () => {
      await start();
      await expect(start()).rejects.toThrow(`already running as pid ${process.pid}: stop it, or set DATA_DIR`);
      const other = await registerWithOtherProcess('gateway');
      await expect(start()).rejects.toThrow(`already running as pid ${other.pid}`);
      await kill(other);
      await start();
    });

    it('keeps running for the gateway when a guest stops', async () => {
      const gateway = await start();
      const guest = await start({ role: 'guest' });
      expect(guest.started).toBe(false);
      await guest.stop();
      expect(await query(gateway.appUrl(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    it('stops with the guest that started it, unless a gateway has started meanwhile', async () => {
      await (await start({ role: 'guest' })).stop();
      await expect(serverPid()).rejects.toThrow('ENOENT');

      const guest = await start({ role: 'guest' });
      const gateway = await start();
      await guest.stop();
      expect(await query(gateway.appUrl(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await gateway.stop();
      await expect(serverPid()).rejects.toThrow('ENOENT');
    });

    it('keeps running for a guest when the gateway stops', async () => {
      const gateway = await start();
      const guest = await start({ role: 'guest' });
      await gateway.stop();
      expect(await query(guest.appUrl(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    it.each([
      ['a process that has ended', () => 2 ** 22 - 1],
      ['another program', () => startOtherProgram().pid],
    ])('starts despite a pid file that names %s', async (_description, pid) => {
      const first = await start();
      await storeRow(first);
      const pidFile = await readFile(postgresPath('data', 'postmaster.pid'), 'utf8');
      process.kill(await serverPid(), 'SIGKILL');
      await first.stop();
      await writeFile(postgresPath('data', 'postmaster.pid'), pidFile.replace(/^\d+/, String(pid())));
      await expectStoredRow(await start());
    });

    it('uses another port when its own port is in use', async () => {
      const first = await start();
      await first.stop();
      const otherServer = createServer();
      await new Promise<void>((resolve) => otherServer.listen(first.port, '127.0.0.1', resolve));
      try {
        expect((await start()).port).not.toBe(first.port);
      } finally {
        otherServer.close();
      }
    });

    it('reports the server’s error when the server cannot start', async () => {
      await expect(start({ settings: { shared_buffers: 'much' } })).rejects.toThrow(/invalid value for parameter "shared_buffers"/);
      await start();
    });

    it('is the same database through a symbolic link to its folder', async () => {
      await start();
      const link = `${dataDir}.link`;
      await symlink(dataDir, link);
      try {
        await expect(start({ dataDir: link })).rejects.toThrow('already running');
      } finally {
        await unlink(link);
      }
    });
  });
});
