import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.js';
import { HttpClient } from '../../support/http-client.js';
import { until } from '../../support/until.js';

const PROGRAM = '/usr/sbin/haproxy';

/**
 * HAProxy checks a process at this interval, and stops using it after this many failed checks. A stopping process must listen for longer.
 * One failed check is not enough, because a process may only be slow on an overloaded machine.
 */
const CHECK_INTERVAL_MS = 200;
const FAILED_CHECKS = 3;

/** HAProxy in front of several API processes, as in production, for restarts without a lost request. */
export class HaProxy {
  readonly http: HttpClient;
  private output = '';

  private constructor(
    port: number,
    private readonly statisticsPort: number,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {
    this.http = new HttpClient(`http://127.0.0.1:${port}`);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => void (this.output += String(chunk)));
    process.once('exit', this.killNow);
  }

  static async start(servers: { port: number }[]): Promise<HaProxy> {
    const [port, statisticsPort] = [await freePort(), await freePort()];
    const folder = await mkdtemp(join(tmpdir(), 'gateway-haproxy-'));
    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, configuration(port, statisticsPort, servers));
    const proxy = new HaProxy(port, statisticsPort, folder, spawn(PROGRAM, ['-f', file, '-db'], { stdio: ['ignore', 'pipe', 'pipe'] }));
    await Promise.all(servers.map((server) => proxy.waitUntilUsed(server)));
    return proxy;
  }

  /** Waits until HAProxy sends requests to this process. */
  async waitUntilUsed({ port }: { port: number }): Promise<void> {
    await until(
      async () => {
        if (this.child.exitCode !== null) throw new Error(`HAProxy ended: ${this.output.slice(-1_000)}`);
        const response = await fetch(`http://127.0.0.1:${this.statisticsPort}/;csv`).catch(() => null);
        return (await response?.text()) ?? '';
      },
      (table) => new RegExp(`^api,on-${port},.*,UP,`, 'm').test(table),
    );
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const exit = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await exit;
    }
    process.off('exit', this.killNow);
    await rm(this.folder, { recursive: true, force: true });
  }

  private readonly killNow = (): void => void this.child.kill('SIGKILL');
}

const configuration = (port: number, statisticsPort: number, servers: { port: number }[]): string => `
defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
  timeout check 10s

frontend partners
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend api

backend api
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server inter ${CHECK_INTERVAL_MS}ms fall ${FAILED_CHECKS} rise 1
${servers.map((server) => `  server on-${server.port} 127.0.0.1:${server.port} check`).join('\n')}

frontend statistics
  bind 127.0.0.1:${statisticsPort}
  stats enable
  stats uri /
`;
