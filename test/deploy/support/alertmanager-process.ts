import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.js';
import { until } from '../../support/until.js';

const PROGRAM = '/usr/bin/prometheus-alertmanager';

interface ActiveAlert {
  labels: Record<string, string>;
  status: { inhibitedBy: string[] };
}

/** Alertmanager with the deployed configuration. Nothing listens at the addresses of its receivers. */
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

  /** Sends alerts with these labels, as Prometheus does. */
  async send(alerts: Record<string, string>[]): Promise<void> {
    const response = await fetch(`${this.address}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(alerts.map((labels) => ({ labels }))),
    });
    if (!response.ok) throw new Error(`Alertmanager responded ${response.status}: ${await response.text()}`);
  }

  /** @returns all active alerts, and for each whether Alertmanager sends it to a receiver. */
  async alerts(): Promise<{ labels: Record<string, string>; isSent: boolean }[]> {
    const response = (await (await fetch(`${this.address}/api/v2/alerts`)).json()) as ActiveAlert[];
    return response.map(({ labels, status }) => ({ labels, isSent: status.inhibitedBy.length === 0 }));
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
