import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { NameServer } from './support/name-server.js';
import { PrometheusProcess } from './support/prometheus-process.js';

interface Targets {
  activeTargets: { scrapeUrl: string; labels: Record<string, string> }[];
}

/** The loopback address at which the test's name server listens. Nothing listens at the addresses of the targets below. */
const NAME_SERVER = '127.53.0.1';
const APIS = ['127.53.0.10', '127.53.0.11'];
const WORKERS = ['127.53.0.20', '127.53.0.21'];

/** Whether a process can get its own name server here. This needs a private mount, which only root may make, and not in all containers. */
function isPermitted(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '--bind', '/etc/hosts', '/etc/resolv.conf'], { stdio: 'pipe' });
    return true;
  } catch {
    process.stderr.write('Not run, because only root may give a process a name server of its own: discovery of targets.\n');
    return false;
  }
}

/** Starts Prometheus with a deployed file, but with a test name server that it queries every second. @returns the URLs that it scrapes. */
async function discoverTargets(file: string, names: Record<string, string[]>, expectedCount: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-names-'));
  const nameServer = await NameServer.start(NAME_SERVER, names);
  try {
    await writeFile(join(folder, 'resolv.conf'), `nameserver ${NAME_SERVER}\n`);
    const mount = `mount --bind '${folder}/resolv.conf' /etc/resolv.conf && exec "$0" "$@"`;
    const prometheus = await PrometheusProcess.start({
      file,
      job: (deployed) => ({
        ...deployed,
        dns_sd_configs: (deployed['dns_sd_configs'] as object[]).map((each) => ({ ...each, refresh_interval: '1s' })),
      }),
      wrapper: ['unshare', '--mount', 'sh', '-c', mount],
    });
    try {
      const { activeTargets } = await until(
        () => prometheus.queryApi<Targets>('targets'),
        (response) => response.activeTargets.length === expectedCount,
      );
      expect(new Set(activeTargets.map(({ labels }) => labels['job']))).toEqual(new Set(['payment-gateway']));
      return activeTargets.map(({ scrapeUrl }) => scrapeUrl).sort();
    } finally {
      await prometheus.stop();
    }
  } finally {
    await nameServer.stop();
    await rm(folder, { recursive: true });
  }
}

const TARGETS = [...APIS, ...WORKERS].map((address) => `http://${address}:9464/metrics`);

(isPermitted() ? describe : describe.skip)('Prometheus with a name server', () => {
  it('finds every container of compose.yaml', () =>
    expect(discoverTargets('prometheus.yaml', { api: APIS, worker: WORKERS }, TARGETS.length)).resolves.toEqual(TARGETS));

  it('finds every pod behind the headless service', () =>
    expect(
      discoverTargets('kubernetes.yaml', { 'payment-gateway-metrics.default.svc.cluster.local': [...APIS, ...WORKERS] }, TARGETS.length),
    ).resolves.toEqual(TARGETS));
});
