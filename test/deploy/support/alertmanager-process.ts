import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.js';
import { until } from '../../support/until.js';

const PROGRAM = '/usr/bin/prometheus-alertmanager';

interface HeldAlert {
  labels: Record<string, string>;
  status: { inhibitedBy: string[] };
}

/** Alertmanager as it is deployed, with receivers whose addresses lead nowhere. */
export class AlertmanagerProcess {
  private constructor(
    private readonly address: string,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {
    process.once('exit', this.killNow);
  }

  static async start(config: string): Promise<AlertmanagerProcess> {
    const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'gateway-alertmanager-'))];
    const flags = [
      `--config.file=${config}`,
      `--storage.path=${folder}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ];
    const child = spawn(PROGRAM, flags, { stdio: 'ignore' });
    const alertmanager = new AlertmanagerProcess(`http://127.0.0.1:${port}`, folder, child);
    await until(
      async () => (await fetch(`${alertmanager.address}/-/ready`).catch(() => null))?.status,
      (status) => status === 200,
    );
    return alertmanager;
  }

  /** Alerts that Prometheus would send. */
  async send(alerts: Record<string, string>[]): Promise<void> {
    const answer = await fetch(`${this.address}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(alerts.map((labels) => ({ labels }))),
    });
    if (!answer.ok) throw new Error(`Alertmanager answered ${answer.status}: ${await answer.text()}`);
  }

  /** Its alerts, and whether each is sent to a receiver. */
  async alerts(): Promise<{ labels: Record<string, string>; told: boolean }[]> {
    const answer = (await (await fetch(`${this.address}/api/v2/alerts`)).json()) as HeldAlert[];
    return answer.map(({ labels, status }) => ({ labels, told: status.inhibitedBy.length === 0 }));
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

  private readonly killNow = (): void => void this.child.kill('SIGKILL');
}
