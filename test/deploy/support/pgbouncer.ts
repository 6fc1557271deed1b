import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findOrCreateUnprivilegedUser, runsAsRoot } from '../../../src/runtime/database/embedded/runtime-user.js';
import { freePort } from '../../support/free-port.js';
import { until } from '../../support/until.js';
import { readDeployed } from './deployed-files.js';

const PROGRAM = '/usr/sbin/pgbouncer';

/** PgBouncer in front of one database, with the settings of `deploy/pgbouncer`. */
export class PgBouncer {
  private child: ChildProcess | undefined;
  private said = '';

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly behind: URL,
    /** The user of its process may use its console. */
    private readonly user: { uid: number; gid: number } | undefined,
  ) {}

  /**
   * @param behind a database as the role that comes through here
   * @param secret of that role, as `pg_authid` has it
   */
  static async start(behind: URL, secret: string): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-pgbouncer-'));
    await chmod(folder, 0o755);
    await writeFile(join(folder, 'userlist.txt'), `"${behind.username}" "${secret}"\n`);
    const user = runsAsRoot() ? await findOrCreateUnprivilegedUser() : undefined;
    if (user) await chown(folder, user.uid, user.gid);
    const pooler = new PgBouncer(folder, await freePort(), behind, user);
    process.once('exit', pooler.killNow);
    await pooler.startAgain('session');
    return pooler;
  }

  get url(): string {
    const url = new URL(this.behind);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** With new connections to the server. */
  async startAgain(mode: 'session' | 'transaction' | 'statement'): Promise<void> {
    await this.end();
    const { pathname, hostname, port } = this.behind;
    const name = pathname.slice(1);
    const given = readDeployed('deploy/pgbouncer/pgbouncer.ini')
      .replace('gateway = host=127.0.0.1 port=5432 dbname=gateway', `${name} = host=${hostname} port=${port} dbname=${name}`)
      .replace('listen_port = 6432', `listen_port = ${this.port}`)
      .replace('unix_socket_dir = /run/postgresql', `unix_socket_dir = ${this.folder}`)
      .replace('/etc/pgbouncer/userlist.txt', join(this.folder, 'userlist.txt'))
      .replace('pool_mode = session', `pool_mode = ${mode}`);
    await writeFile(join(this.folder, 'pgbouncer.ini'), given);
    this.child = spawn(PROGRAM, [join(this.folder, 'pgbouncer.ini')], { stdio: ['ignore', 'pipe', 'pipe'], ...this.user });
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', (chunk) => void (this.said += String(chunk)));
    await until(() => this.answers(), Boolean);
  }

  /** @param command as documented for Debian's port. */
  async onConsole(command: string): Promise<void> {
    const [, options = ''] = /^su - postgres -c 'psql (.*)'\n$/.exec(command) ?? [];
    const here = ['-h', this.folder, ...options.replace('6432', String(this.port)).split(' ')];
    await promisify(execFile)('psql', here, { cwd: this.folder, ...this.user });
  }

  async stop(): Promise<void> {
    await this.end();
    process.off('exit', this.killNow);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async answers(): Promise<boolean> {
    if (this.child?.exitCode !== null) throw new Error(`PgBouncer ended: ${this.said.slice(-1_000)}`);
    const client = new Client({ connectionString: this.url });
    client.on('error', () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  }

  private async end(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }

  private readonly killNow = (): void => void this.child?.kill('SIGKILL');
}
