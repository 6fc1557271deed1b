import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ProgramOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The system user it runs as; by default the user that runs the tests. */
  user?: { uid: number; gid: number } | undefined;
}

const KEPT = 100_000;

/** A program of the system's packages that runs until it is ended. */
export class Program {
  private readonly child: ChildProcess;
  private written = '';

  constructor(path: string, args: string[], { user, ...options }: ProgramOptions) {
    this.child = spawn(path, args, { ...options, ...user, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk) => void (this.written = (this.written + String(chunk)).slice(-KEPT)));
    this.child.once('error', (error) => (this.written += error.message));
  }

  get pid(): number | undefined {
    return this.running ? this.child.pid : undefined;
  }

  get running(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What it wrote last. */
  get said(): string {
    return this.written;
  }

  killNow(): void {
    this.child.kill('SIGKILL');
  }

  /** As a power cut; resolves when it is gone. */
  async kill(): Promise<void> {
    if (!this.running) return;
    const exit = once(this.child, 'exit');
    this.killNow();
    await exit;
  }
}
