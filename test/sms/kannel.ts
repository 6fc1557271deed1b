import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

const DOCUMENT = join(import.meta.dirname, '../../docs/connecting-kannel.md');
const BEARERBOX = '/usr/sbin/bearerbox';
const SMSBOX = '/usr/sbin/smsbox';
const FAKE_SMS_CENTRE = '/usr/lib/kannel/test/fakesmsc';

/** Kannel from the Debian packages, with the configuration of docs/connecting-kannel.md. */
export class Kannel {
  private readonly processes: ChildProcess[] = [];

  private constructor(
    private readonly folder: string,
    private readonly centrePort: number,
  ) {}

  /** @param gateway base URL to which Kannel sends messages. */
  static async start(gateway: string, secret: string): Promise<Kannel> {
    const [adminPort, smsboxPort, smsCentrePort] = [await freePort(), await freePort(), await freePort()];
    const folder = await mkdtemp(join(tmpdir(), 'gateway-kannel-'));
    const kannel = new Kannel(folder, smsCentrePort);
    const conf = (await configuration())
      .replace('admin-port = 13000', `admin-port = ${adminPort}`)
      .replace('smsbox-port = 13001', `smsbox-port = ${smsboxPort}`)
      .replace('port = 10000', `port = ${smsCentrePort}`)
      .replace('http-queue-delay = 10', 'http-queue-delay = 1')
      .replace('http://gateway.example:3000', gateway)
      .replace('SECRET', secret);
    const file = join(folder, 'kannel.conf');
    await writeFile(file, conf);
    const status = async (): Promise<string> => {
      const response = await fetch(`http://127.0.0.1:${adminPort}/status.txt?password=CHANGE-ME`).catch(() => null);
      return (await response?.text()) ?? '';
    };
    kannel.run(BEARERBOX, file);
    await until(status, (text) => text.includes('running'));
    kannel.run(SMSBOX, file);
    await until(status, (text) => /smsbox:.*on-line/.test(text));
    return kannel;
  }

  /** Sends a message through the fake SMS centre. @returns the text of the reply. */
  async sendThroughCentre(message: string, replies = 1): Promise<string> {
    const phone = this.run(FAKE_SMS_CENTRE, '-H', '127.0.0.1', '-r', String(this.centrePort), '-m', '1', message);
    let output = '';
    for (const stream of [phone.stdout, phone.stderr]) stream?.on('data', (chunk) => void (output += String(chunk)));
    try {
      const reply = new RegExp(`Got message ${replies}: <(.*)>`);
      await until(
        () => output,
        (text) => reply.test(text),
      );
      return /^\S+ \S+ text (.*)$/.exec(reply.exec(output)?.[1] ?? '')?.[1] ?? output;
    } finally {
      phone.kill();
    }
  }

  async stop(): Promise<void> {
    const running = this.processes.filter((process) => process.exitCode === null && process.signalCode === null);
    await Promise.all(
      running.reverse().map(
        (process) =>
          new Promise((resolve) => {
            process.once('exit', resolve);
            process.kill('SIGKILL');
          }),
      ),
    );
    await rm(this.folder, { recursive: true });
  }

  private run(program: string, ...options: string[]): ChildProcess {
    const process = spawn(program, options, { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [process.stdout, process.stderr]) stream.resume(); // a full pipe would block the process
    this.processes.push(process);
    return process;
  }
}

async function configuration(): Promise<string> {
  const block = /```\n(\s*group = core[\s\S]*?)```/.exec(await readFile(DOCUMENT, 'utf8'))?.[1];
  if (!block) throw new Error(`${DOCUMENT} has no block with the configuration of Kannel`);
  return block.replace(/^ +/gm, '');
}
