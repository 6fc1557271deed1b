import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ProgramOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The system user of the program; by default the user that runs the tests. */
  user?: { uid: number; gid: number } | undefined;
}

const MAX_OUTPUT_LENGTH = 100_000;

/** A program of the Debian packages that runs until the test ends it. */
export class Program {
  private readonly child: ChildProcess;
  private output = '';

  constructor(path: string, args: string[], { user, ...options }: ProgramOptions) {
    this.child = spawn(path, args, { ...options, ...user, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk) => void (this.output = (this.output + String(chunk)).slice(-MAX_OUTPUT_LENGTH)));
    this.child.once('error', (error) => (this.output += error.message));
  }

  get pid(): number | undefined {
    return this.running ? this.child.pid : undefined;
  }

  get running(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The newest `MAX_OUTPUT_LENGTH` characters of what the program wrote to standard output and standard error. */
  get lastOutput(): string {
    return this.output;
  }

  killNow(): void {
    this.child.kill('SIGKILL');
  }

  /** Kills the program, as a power cut does. Resolves when it has ended. */
  async kill(): Promise<void> {
    if (!this.running) return;
    const exit = once(this.child, 'exit');
    this.killNow();
    await exit;
  }
}
