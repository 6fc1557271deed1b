import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.js';
import { until } from '../../support/until.js';
import { Program } from '../../services/cluster/program.js';

/** An exporter of the Debian packages on a free loopback port, with a temporary folder. */
export class Exporter {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly program: Program,
  ) {
    process.once('exit', this.killNow);
  }

  /** Writes `files` into the temporary folder, whose path replaces `FOLDER` in the options. */
  static async start(
    name: 'postgres' | 'node' | 'blackbox' | 'redis',
    { options = [], env = {}, files = {} }: { options?: string[]; env?: NodeJS.ProcessEnv; files?: Record<string, string> },
  ): Promise<Exporter> {
    const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'gateway-exporter-'))];
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
    const flags = [`--web.listen-address=127.0.0.1:${port}`, ...options.map((option) => option.replace('FOLDER', folder))];
    const program = new Program(`/usr/bin/prometheus-${name}-exporter`, flags, { cwd: folder, env });
    const exporter = new Exporter(port, folder, program);
    await until(
      async () => {
        if (!program.running) throw new Error(`The exporter did not start: ${program.lastOutput}`);
        return (await fetch(`http://127.0.0.1:${port}/`).catch(() => null))?.status;
      },
      (status) => status === 200,
    );
    return exporter;
  }

  async readMetrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.port}/metrics`)).text();
  }

  async stop(): Promise<void> {
    await this.program.kill();
    process.off('exit', this.killNow);
    await rm(this.folder, { recursive: true, force: true });
  }

  private readonly killNow = (): void => this.program.killNow();
}
