import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { freePort } from '../../support/free-port.js';
import { until } from '../../support/until.js';

const PROGRAM = '/usr/bin/prometheus';
const DEPLOYED = join(import.meta.dirname, '../../../deploy/prometheus');

type Job = Record<string, unknown>;

interface Configuration {
  global: Record<string, unknown>;
  rule_files: string[];
  scrape_configs: Job[];
}

interface Rules {
  groups: { rules: { alert: string; for: string }[] }[];
}

interface StartOptions {
  file?: string;
  /** Adapts the deployed scrape job to the test. */
  job: (deployed: Job) => Job;
  /** Alerts that fire immediately, without the time in their `for`. */
  withoutDelay?: readonly string[] | 'all';
  /** A command that starts Prometheus in a changed environment. It gets Prometheus' command line as its last arguments. */
  wrapper?: string[];
}

export interface Alert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  state: string;
}

/** Prometheus with a deployed configuration. Only its intervals and the options of the test differ. */
export class PrometheusProcess {
  private errorOutput = '';

  private constructor(
    private readonly port: number,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {
    child.stderr?.on('data', (chunk) => void (this.errorOutput += String(chunk)));
    child.once('error', (error) => (this.errorOutput += error.message));
    process.once('exit', this.killNow);
  }

  static async start({
    file: deployed = 'prometheus.yaml',
    job,
    withoutDelay = [],
    wrapper = [],
  }: StartOptions): Promise<PrometheusProcess> {
    const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'gateway-prometheus-'))];
    const file = join(folder, 'prometheus.yaml');
    await writeFile(file, await configuration(deployed, { folder, job, withoutDelay }));
    const flags = [`--config.file=${file}`, `--storage.tsdb.path=${folder}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=warn'];
    const [program = PROGRAM, ...options] = [...wrapper, PROGRAM, ...flags];
    const prometheus = new PrometheusProcess(port, folder, spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] }));
    await prometheus.waitUntilReady().catch(async (error: unknown) => {
      await prometheus.stop();
      throw error;
    });
    return prometheus;
  }

  /** Sends a request to the HTTP API. @throws if Prometheus reports an error or a warning. */
  async queryApi<T>(path: string, parameters: Record<string, string> = {}): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${this.port}/api/v1/${path}?${new URLSearchParams(parameters).toString()}`);
    const body = (await response.json()) as { status: string; data: T; error?: string; warnings?: string[] };
    if (body.status !== 'success' || body.warnings)
      throw new Error(`${JSON.stringify(parameters)}: ${body.error ?? body.warnings?.join()}`);
    return body.data;
  }

  /** @returns how many series an expression has now. @throws if Prometheus cannot evaluate it. */
  async countSeries(expression: string): Promise<number> {
    return (await this.queryApi<{ result: unknown[] }>('query', { query: expression })).result.length;
  }

  async firingAlerts(alertname: string): Promise<Alert[]> {
    const { alerts } = await this.queryApi<{ alerts: Alert[] }>('alerts');
    return alerts.filter(({ state, labels }) => state === 'firing' && labels['alertname'] === alertname);
  }

  /** @returns the alert, once it fires. */
  async waitUntilFiring(alertname: string): Promise<Alert> {
    const [alert] = await until(
      () => this.firingAlerts(alertname),
      ({ length }) => length > 0,
    );
    return alert as Alert;
  }

  async waitUntilCleared(alertname: string): Promise<void> {
    await until(
      () => this.firingAlerts(alertname),
      ({ length }) => length === 0,
    );
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.pid !== undefined) {
      const exit = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await exit;
    }
    process.off('exit', this.killNow);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async waitUntilReady(): Promise<void> {
    await until(
      async () => {
        if (this.child.exitCode !== null || this.child.pid === undefined) throw new Error(`Prometheus did not start: ${this.errorOutput}`);
        return (await fetch(`http://127.0.0.1:${this.port}/-/ready`).catch(() => null))?.status;
      },
      (status) => status === 200,
    );
  }

  private readonly killNow = (): void => void this.child.kill('SIGKILL');
}

async function configuration(
  file: string,
  { folder, job, withoutDelay }: Required<Pick<StartOptions, 'job' | 'withoutDelay'>> & { folder: string },
): Promise<string> {
  const deployed = parse(await readFile(join(DEPLOYED, file), 'utf8')) as Configuration;
  return stringify({
    ...deployed,
    global: { ...deployed.global, scrape_interval: '5s', scrape_timeout: '5s', evaluation_interval: '1s' },
    rule_files: await Promise.all(deployed.rule_files.map((rules) => copyRules(rules, folder, withoutDelay))),
    scrape_configs: deployed.scrape_configs.map(job),
  });
}

async function copyRules(file: string, folder: string, withoutDelay: readonly string[] | 'all'): Promise<string> {
  const rules = parse(await readFile(join(DEPLOYED, file), 'utf8')) as Rules;
  for (const { rules: alerts } of rules.groups)
    for (const alert of alerts) if (withoutDelay === 'all' || withoutDelay.includes(alert.alert)) alert.for = '0s';
  const copy = join(folder, file);
  await writeFile(copy, stringify(rules));
  return copy;
}
