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

interface Differences {
  file?: string;
  /** What of the deployed job cannot be had here. */
  job: (deployed: Job) => Job;
  /** Alerts that shall not wait as long as they are deployed to. */
  atOnce?: readonly string[] | 'all';
  /** What starts it, when it is not started directly. */
  wrapper?: string[];
}

export interface Alert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  state: string;
}

/** Prometheus as it is deployed, but for the scrape interval and a test's options. */
export class PrometheusProcess {
  private said = '';

  private constructor(
    private readonly port: number,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {
    child.stderr?.on('data', (chunk) => void (this.said += String(chunk)));
    child.once('error', (error) => (this.said += error.message));
    process.once('exit', this.killNow);
  }

  static async start({ file: deployed = 'prometheus.yaml', job, atOnce = [], wrapper = [] }: Differences): Promise<PrometheusProcess> {
    const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'gateway-prometheus-'))];
    const file = join(folder, 'prometheus.yaml');
    await writeFile(file, await configuration(deployed, { folder, job, atOnce }));
    const flags = [`--config.file=${file}`, `--storage.tsdb.path=${folder}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=warn'];
    const [program = PROGRAM, ...options] = [...wrapper, PROGRAM, ...flags];
    const prometheus = new PrometheusProcess(port, folder, spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] }));
    await prometheus.isReady().catch(async (error: unknown) => {
      await prometheus.stop();
      throw error;
    });
    return prometheus;
  }

  /** One question to the HTTP API; what is not answered with success is an error. */
  async ask<T>(path: string, parameters: Record<string, string> = {}): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/api/v1/${path}?${new URLSearchParams(parameters).toString()}`);
    const body = (await answer.json()) as { status: string; data: T; error?: string; warnings?: string[] };
    if (body.status !== 'success' || body.warnings)
      throw new Error(`${JSON.stringify(parameters)}: ${body.error ?? body.warnings?.join()}`);
    return body.data;
  }

  /** How many series an expression gives at this moment; one that Prometheus cannot evaluate is an error. */
  async series(expression: string): Promise<number> {
    return (await this.ask<{ result: unknown[] }>('query', { query: expression })).result.length;
  }

  /** What sounds at this moment. */
  async firing(alertname: string): Promise<Alert[]> {
    const { alerts } = await this.ask<{ alerts: Alert[] }>('alerts');
    return alerts.filter(({ state, labels }) => state === 'firing' && labels['alertname'] === alertname);
  }

  /** Waits until it sounds. @returns what it says. */
  async fires(alertname: string): Promise<Alert> {
    const [alert] = await until(
      () => this.firing(alertname),
      ({ length }) => length > 0,
    );
    return alert as Alert;
  }

  /** Waits until it is silent. */
  async clears(alertname: string): Promise<void> {
    await until(
      () => this.firing(alertname),
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

  private async isReady(): Promise<void> {
    await until(
      async () => {
        if (this.child.exitCode !== null || this.child.pid === undefined) throw new Error(`Prometheus did not start: ${this.said}`);
        return (await fetch(`http://127.0.0.1:${this.port}/-/ready`).catch(() => null))?.status;
      },
      (status) => status === 200,
    );
  }

  private readonly killNow = (): void => void this.child.kill('SIGKILL');
}

async function configuration(
  file: string,
  { folder, job, atOnce }: Required<Pick<Differences, 'job' | 'atOnce'>> & { folder: string },
): Promise<string> {
  const deployed = parse(await readFile(join(DEPLOYED, file), 'utf8')) as Configuration;
  return stringify({
    ...deployed,
    global: { ...deployed.global, scrape_interval: '5s', scrape_timeout: '5s', evaluation_interval: '1s' },
    rule_files: await Promise.all(deployed.rule_files.map((rules) => copied(rules, folder, atOnce))),
    scrape_configs: deployed.scrape_configs.map(job),
  });
}

async function copied(file: string, folder: string, atOnce: readonly string[] | 'all'): Promise<string> {
  const rules = parse(await readFile(join(DEPLOYED, file), 'utf8')) as Rules;
  for (const { rules: alerts } of rules.groups)
    for (const alert of alerts) if (atOnce === 'all' || atOnce.includes(alert.alert)) alert.for = '0s';
  const copy = join(folder, file);
  await writeFile(copy, stringify(rules));
  return copy;
}
