import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { parse } from 'yaml';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SmallDisk } from '../faults/support/small-disk.js';
import { RedisProcess } from '../services/redis-process.js';
import { testServerInfo } from '../support/test-server-info.js';
import { until } from '../support/until.js';
import { Authority } from './support/authority.js';
import { DebianPostgres } from './support/debian-postgres.js';
import { readDeployed } from './support/deployed-files.js';
import { DeployedProxy, HAPROXY } from './support/deployed-proxy.js';
import { documentedBlocks } from './support/documented-blocks.js';
import { Exporter } from './support/exporter.js';
import { expressionsOf } from './support/prometheus-files.js';
import { PrometheusProcess } from './support/prometheus-process.js';

const SLOT = 'slot_of_a_replica';
/** PostgreSQL has this metric only with a replica, which this test does not have. */
const METRIC_OF_A_REPLICA = 'pg_stat_replication_pg_wal_lsn_diff';

const requiredMetrics = (pattern: RegExp): Set<string> =>
  new Set(expressionsOf(readDeployed('deploy/prometheus/infrastructure.yaml')).flatMap((text) => text.match(pattern) ?? []));

const started: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of started.splice(0).reverse()) await each.stop();
});
async function stopAfterTest<Stoppable extends { stop(): Promise<unknown> }>(starting: Promise<Stoppable>): Promise<Stoppable> {
  const each = await starting;
  started.push(each);
  return each;
}

interface Job {
  job_name: string;
  static_configs: { targets: string[] }[];
  relabel_configs?: { replacement?: string }[];
}
const { scrape_configs: jobs } = parse(readDeployed('deploy/prometheus/exporters.yaml')) as { scrape_configs: Job[] };
const targetOf = (name: string): string => jobs.find(({ job_name: each }) => each === name)?.static_configs[0]?.targets[0] ?? '';
/** A job of `exporters.yaml` with another target. @param through the address of the exporter that probes the target, if there is one */
function job(name: string, target: string, through?: string): Record<string, unknown> {
  const deployed = jobs.find(({ job_name: each }) => each === name);
  const relabel = deployed?.relabel_configs?.map((each) => (each.replacement ? { ...each, replacement: through } : each));
  return { ...deployed, static_configs: [{ targets: [target] }], ...(relabel && { relabel_configs: relabel }) };
}

const startPostgresExporter = (url: string) => {
  const source = new URL(url);
  source.searchParams.set('sslmode', 'disable');
  return Exporter.start('postgres', { env: { DATA_SOURCE_NAME: source.href } });
};

describe('PostgreSQL’s exporter', () => {
  const server = new Client({ connectionString: testServerInfo().superuser });
  beforeAll(async () => {
    await server.connect();
    await server.query('SELECT pg_create_physical_replication_slot($1)', [SLOT]);
  });
  afterAll(async () => {
    await server.query('SELECT pg_drop_replication_slot($1)', [SLOT]);
    await server.end();
  });

  it('has the metrics that the alerts use', async () => {
    const exporter = await stopAfterTest(startPostgresExporter(testServerInfo().superuser));
    const output = await until(
      () => exporter.readMetrics(),
      (text) => text.includes(SLOT),
    );
    const metrics = requiredMetrics(/\bpg_\w+/g);
    expect(metrics.size).toBeGreaterThan(2);
    for (const metric of metrics) if (metric !== METRIC_OF_A_REPLICA) expect(output).toMatch(new RegExp(`^${metric}\\{`, 'm'));
    expect(output).toMatch(new RegExp(`^pg_replication_slots_active\\{.*slot_name="${SLOT}".*\\} 0$`, 'm'));
  });
});

describe('Redis’ exporter', () => {
  it('has the metrics of RedisFull, which fires while Redis is nearly full', async () => {
    const redis = await stopAfterTest(RedisProcess.start(['maxmemory-policy noeviction', 'maxmemory 4mb']));
    const exporter = await stopAfterTest(Exporter.start('redis', { options: [`--redis.addr=redis://${redis.address}`] }));
    const metrics = requiredMetrics(/\bredis_\w+/g);
    expect(metrics.size).toBeGreaterThan(1);
    const output = await exporter.readMetrics();
    for (const metric of metrics) expect(output).toMatch(new RegExp(`^${metric} `, 'm'));
    const prometheus = await stopAfterTest(
      PrometheusProcess.start({ job: () => job('payment-gateway-redis', `127.0.0.1:${exporter.port}`), withoutDelay: ['RedisFull'] }),
    );
    await until(
      () => prometheus.countSeries('redis_memory_used_bytes > 0'),
      (series) => series === 1,
    );
    expect(await prometheus.firingAlerts('RedisFull')).toEqual([]);
    await redis.sendCommand('CONFIG', 'SET', 'maxmemory', '1mb');
    expect((await prometheus.waitUntilFiring('RedisFull')).labels).toMatchObject({ severity: 'warning' });
    await redis.sendCommand('CONFIG', 'SET', 'maxmemory', '0');
    await prometheus.waitUntilCleared('RedisFull');
  });
});

describe('a machine’s exporter', () => {
  it('has the metrics that the alerts use, and the time of the last backup', async () => {
    const files = { 'gateway_backup.prom': 'gateway_backup_completed_timestamp_seconds 1790000000\n' };
    const exporter = await stopAfterTest(Exporter.start('node', { files, options: ['--collector.textfile.directory=FOLDER'] }));
    const output = await exporter.readMetrics();
    const metrics = requiredMetrics(/\bnode_\w+/g);
    expect(metrics.size).toBeGreaterThan(1);
    for (const metric of metrics) expect(output).toMatch(new RegExp(`^${metric}\\{device=".*",fstype=".*",mountpoint=".*"\\} `, 'm'));
    expect(output).toMatch(/^gateway_backup_completed_timestamp_seconds 1\.79e\+09$/m);
  });
});

describe('the exporter that probes the public address', () => {
  const NAME = 'pay.example.com';
  let authority: Authority;
  let api: Server;
  beforeAll(async () => {
    authority = await Authority.make();
    api = createServer((_, response) => response.end('ok'));
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    api?.closeAllConnections();
    api?.close();
    await authority?.remove();
  });

  it.each([
    ['ends within 14 days, while requests still work', 'CertificateExpiring', false],
    ['has expired, because the public address does not respond', 'PublicAddressDown', true],
  ])('fires an alert for a certificate that %s', async (_, alert, expired) => {
    const certificate = await authority.issue('front', `DNS:${NAME}`, { expired });
    const { port } = api.address() as AddressInfo;
    const { proxyOptions } = await stopAfterTest(DeployedProxy.start(HAPROXY, certificate, [port, port]));
    const modules = {
      http_2xx: {
        prober: 'http',
        http: { headers: { Host: NAME }, tls_config: { ca_file: authority.file, server_name: NAME }, preferred_ip_protocol: 'ip4' },
      },
    };
    const files = { 'blackbox.yaml': JSON.stringify({ modules }) };
    const exporter = await stopAfterTest(Exporter.start('blackbox', { files, options: ['--config.file=FOLDER/blackbox.yaml'] }));
    const address = `https://127.0.0.1:${proxyOptions.tlsPort}${new URL(targetOf('payment-gateway-public')).pathname}`;
    const prometheus = await stopAfterTest(
      PrometheusProcess.start({
        job: () => job('payment-gateway-public', address, `127.0.0.1:${exporter.port}`),
        withoutDelay: ['CertificateExpiring', 'PublicAddressDown'],
      }),
    );
    if (!expired)
      await until(
        () => prometheus.countSeries('probe_success == 1'),
        (series) => series === 1,
      );
    expect((await prometheus.waitUntilFiring(alert)).labels).toMatchObject({ instance: address, severity: 'critical' });
    await until(
      () => prometheus.countSeries(`probe_success == ${expired ? 0 : 1}`),
      (series) => series === 1,
    );
  });
});

(SmallDisk.isPermitted() ? describe : describe.skip)('PostgreSQL whose archive disk is full', () => {
  it('keeps its log, fires WalNotArchived, and archives all segments once the disk has room', async () => {
    const postgres = await DebianPostgres.start();
    started.push({ stop: () => postgres.remove() });
    const [, , , archive = ''] = documentedBlocks('docs/operations.md', 'Backup and restore');
    await postgres.run('mkdir -p backup/wal');
    await postgres.configure('postgresql.conf', postgres.withLocalPaths(archive));
    const folder = join(postgres.folder, 'backup/wal');
    const disk = await SmallDisk.mountOn(folder, 32);
    started.push({ stop: () => Promise.resolve(disk.unmount()) });
    await postgres.startServer();
    const server = new Client({ connectionString: postgres.superuserUrl('postgres') });
    await server.connect();
    started.push({ stop: () => server.end() });
    await server.query('CREATE TABLE written (what text)');
    const write = async (): Promise<string> => {
      await server.query('INSERT INTO written SELECT md5(n::text) FROM generate_series(1, 1000) n');
      const { rows } = await server.query<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name');
      return rows[0]?.name ?? '';
    };
    const hasArchived = async (segment: string): Promise<boolean> => (await readdir(folder)).includes(`${segment}.gz`);
    const waitForArchived = (segment: string) =>
      until(
        () => hasArchived(segment),
        (there) => there,
      );
    await waitForArchived(await write());
    const exporter = await stopAfterTest(startPostgresExporter(postgres.superuserUrl('postgres')));
    const prometheus = await stopAfterTest(
      PrometheusProcess.start({
        job: () => job('payment-gateway-postgres', `127.0.0.1:${exporter.port}`),
        withoutDelay: ['WalNotArchived'],
      }),
    );
    await until(
      () => prometheus.countSeries('pg_stat_archiver_failed_count == 0'),
      (series) => series === 1,
    );

    await disk.fill();
    const unarchived = [await write(), await write()];
    expect(await prometheus.waitUntilFiring('WalNotArchived')).toMatchObject({ labels: { severity: 'critical' } });
    expect(await Promise.all(unarchived.map(hasArchived))).toEqual([false, false]);
    expect(await readdir(join(postgres.folder, 'data/pg_wal'))).toEqual(expect.arrayContaining(unarchived));

    await disk.freeSpace();
    for (const segment of [...unarchived, await write()]) await waitForArchived(segment);
    const { stdout } = await promisify(execFile)('sh', ['-c', 'for f in *.gz; do gzip -t "$f" && echo "$f"; done'], { cwd: folder });
    expect(stdout.trim().split('\n')).toEqual(expect.arrayContaining(unarchived.map((segment) => `${segment}.gz`)));
  });
});
