import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.js';
import { HttpClient } from '../../support/http-client.js';
import { registerRunning } from '../../support/left-running.js';
import { programArguments } from '../../support/program.js';
import { until } from '../../support/until.js';

const ROOT = join(import.meta.dirname, '../../..');
const MAX_LOG_LENGTH = 200_000;

/** A gateway in a process of its own that a test can kill. */
export class GatewayProcess {
  readonly http: HttpClient;
  private child: ChildProcess | undefined;
  private output = '';

  private constructor(
    readonly port: number,
    private readonly settings: NodeJS.ProcessEnv,
  ) {
    this.http = new HttpClient(`http://127.0.0.1:${port}`);
  }

  /** Starts a gateway on the port of its settings, or on a free port. Resolves when the gateway is ready. */
  static async start(settings: NodeJS.ProcessEnv): Promise<GatewayProcess> {
    const gateway = await GatewayProcess.launch(settings);
    try {
      await gateway.waitUntilReady();
    } catch (error) {
      await gateway.kill(); // The caller cannot do this, because no gateway is returned.
      throw error;
    }
    return gateway;
  }

  /** Starts a gateway without waiting until it is ready. */
  static async launch(settings: NodeJS.ProcessEnv): Promise<GatewayProcess> {
    const gateway = new GatewayProcess(Number(settings['PORT'] ?? (await freePort())), settings);
    gateway.spawnProcess();
    return gateway;
  }

  /** Starts a new process on the same port. */
  async startAgain(): Promise<void> {
    this.spawnProcess();
    await this.waitUntilReady();
  }

  private async waitUntilReady(): Promise<void> {
    await until(
      async () => {
        if (!this.running) throw new Error(`The gateway did not start: ${this.log.slice(-2_000)}`);
        return this.isReady();
      },
      (ready) => ready,
    );
  }

  async isReady(): Promise<boolean> {
    const path = this.settings['ROLE'] === 'sandbox' ? '/' : '/readyz';
    return (await fetch(`${this.http.baseUrl}${path}`).catch(() => null))?.status === 200;
  }

  /** Waits until the gateway reports that it is ready, or that it is not. */
  async waitForReadiness(state: 'ready' | 'unready'): Promise<void> {
    await until(
      () => this.isReady(),
      (ready) => ready === (state === 'ready'),
    );
  }

  get running(): boolean {
    return this.child?.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Everything that the process has written, over all its starts. */
  get log(): string {
    return this.output;
  }

  /** Ends the process without letting it finish its work, as a power cut does. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Pauses the process, as on an overloaded machine: it does nothing, and its connections stay open. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** Stops the process with SIGTERM. @returns its exit code. */
  async stop(): Promise<number | null> {
    await this.end('SIGTERM');
    return this.child?.exitCode ?? null;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.child || !this.running) return;
    const exit = once(this.child, 'exit');
    this.child.kill(signal);
    await exit;
  }

  private spawnProcess(): void {
    const child = spawn(process.execPath, programArguments('main'), {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        ...this.settings,
        [this.settings['ROLE'] === 'sandbox' ? 'SANDBOX_PORT' : 'PORT']: String(this.port),
      },
    });
    this.child = child;
    const appendOutput = (chunk: Buffer): void => void (this.output = (this.output + chunk.toString()).slice(-MAX_LOG_LENGTH));
    child.stdout.on('data', appendOutput);
    child.stderr.on('data', appendOutput);
    process.once('exit', this.killNow);
    const hasEnded = (): boolean => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
    const stopped = registerRunning('a process of the gateway', async () => {
      if (hasEnded()) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    const cleanUp = (): void => {
      process.off('exit', this.killNow);
      void stopped(); // The process has ended, with or without an error.
    };
    child.once('exit', cleanUp);
    child.once('error', (error) => {
      this.output += error.message;
      if (child.pid === undefined) cleanUp(); // The process was never started.
    });
  }

  private readonly killNow = (): void => void this.child?.kill('SIGKILL');
}
