import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

const SERVER = '/usr/bin/redis-server';

/** The certificate of a server, and the authority that the server and its clients trust. */
export interface RedisTls {
  certFile: string;
  keyFile: string;
  authorityFile: string;
}

/** One redis-server or one sentinel on a free loopback port, with a temporary folder. */
export class RedisProcess {
  private child: ChildProcess | undefined;
  private output = '';

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly flags: string[],
    private readonly password: string | undefined,
    private readonly tls: RedisTls | undefined,
  ) {}

  /**
   * @param configuration lines of the configuration file, apart from address, port and folder
   * @param tls makes the server use only TLS, also with other servers
   */
  static async start(configuration: string[], kind: 'server' | 'sentinel' = 'server', tls?: RedisTls): Promise<RedisProcess> {
    const redis = new RedisProcess(
      await freePort(),
      await mkdtemp(join(tmpdir(), 'gateway-redis-')),
      kind === 'sentinel' ? ['--sentinel'] : [],
      /^requirepass (\S+)$/m.exec(configuration.join('\n'))?.[1],
      tls,
    );
    const lines = ['bind 127.0.0.1', ...redis.listenLines, `dir ${redis.folder}`, 'daemonize no', ...configuration, ''];
    await writeFile(redis.file, lines.join('\n')); // a sentinel writes its state into this file
    process.once('exit', redis.killNow);
    await redis.startAgain();
    return redis;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Starts the process, also after a kill, on the same port and with the data on its disk. */
  async startAgain(): Promise<void> {
    this.child = spawn(SERVER, [this.file, ...this.flags], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', (chunk) => void (this.output += String(chunk)));
    this.child.once('error', (error) => (this.output += error.message));
    await until(
      () => {
        if (!this.running) throw new Error(`Redis did not start: ${this.output.slice(-500)}`);
        return this.sendCommand('PING').catch(() => null);
      },
      (response) => response === 'PONG',
    );
  }

  /** Sends one command on a new connection. */
  async sendCommand(command: string, ...values: (string | number)[]): Promise<unknown> {
    const client = new Redis(this.port, '127.0.0.1', {
      lazyConnect: true,
      enableReadyCheck: false,
      retryStrategy: () => null,
      ...(this.password && { password: this.password }),
      ...(this.tls && { tls: { ca: await readFile(this.tls.authorityFile), checkServerIdentity: () => undefined } }),
    });
    client.on('error', () => undefined); // connect rejects as well
    try {
      await client.connect();
      return await client.call(command, ...values);
    } finally {
      client.disconnect();
    }
  }

  /** Kills the process, as a power cut does. Then connections are refused. */
  async kill(): Promise<void> {
    if (!this.child || !this.running) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }

  /** Stops the process like a host that hangs: it accepts connections, but does not respond until `thaw`. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    process.off('exit', this.killNow);
    await rm(this.folder, { recursive: true, force: true });
  }

  private readonly killNow = (): void => void this.child?.kill('SIGKILL');

  private get running(): boolean {
    return this.child !== undefined && this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  private get listenLines(): string[] {
    if (!this.tls) return [`port ${this.port}`];
    const { certFile, keyFile, authorityFile } = this.tls;
    return [
      'port 0',
      `tls-port ${this.port}`,
      `tls-cert-file ${certFile}`,
      `tls-key-file ${keyFile}`,
      `tls-ca-cert-file ${authorityFile}`,
      'tls-auth-clients no',
      'tls-replication yes',
      'tls-cluster yes',
    ];
  }

  private get file(): string {
    return join(this.folder, 'redis.conf');
  }
}
