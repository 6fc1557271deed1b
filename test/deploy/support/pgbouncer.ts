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
  private output = '';

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly serverUrl: URL,
    /** The user of the process. PgBouncer lets this user use its console. */
    private readonly user: { uid: number; gid: number } | undefined,
  ) {}

  /**
   * @param serverUrl the database, with the role that connects through PgBouncer
   * @param secret the password hash of the role, from `pg_authid`
   */
  static async start(serverUrl: URL, secret: string): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-pgbouncer-'));
    await chmod(folder, 0o755);
    await writeFile(join(folder, 'userlist.txt'), `"${serverUrl.username}" "${secret}"\n`);
    const user = runsAsRoot() ? await findOrCreateUnprivilegedUser() : undefined;
    if (user) await chown(folder, user.uid, user.gid);
    const pooler = new PgBouncer(folder, await freePort(), serverUrl, user);
    process.once('exit', pooler.killNow);
    await pooler.startAgain('session');
    return pooler;
  }

  get url(): string {
    const url = new URL(this.serverUrl);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** Starts or restarts PgBouncer in a pool mode. All its connections to the server are new. */
  async startAgain(mode: 'session' | 'transaction' | 'statement'): Promise<void> {
    await this.end();
    const { pathname, hostname, port } = this.serverUrl;
    const name = pathname.slice(1);
    const configuration = readDeployed('deploy/pgbouncer/pgbouncer.ini')
      .replace('gateway = host=127.0.0.1 port=5432 dbname=gateway', `${name} = host=${hostname} port=${port} dbname=${name}`)
      .replace('listen_port = 6432', `listen_port = ${this.port}`)
      .replace('unix_socket_dir = /run/postgresql', `unix_socket_dir = ${this.folder}`)
      .replace('/etc/pgbouncer/userlist.txt', join(this.folder, 'userlist.txt'))
      .replace('pool_mode = session', `pool_mode = ${mode}`);
    await writeFile(join(this.folder, 'pgbouncer.ini'), configuration);
    this.child = spawn(PROGRAM, [join(this.folder, 'pgbouncer.ini')], { stdio: ['ignore', 'pipe', 'pipe'], ...this.user });
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', (chunk) => void (this.output += String(chunk)));
    await until(() => this.acceptsConnections(), Boolean);
  }

  /** Runs a console command of the guide, on the port of this test. */
  async onConsole(command: string): Promise<void> {
    const [, options = ''] = /^su - postgres -c 'psql (.*)'\n$/.exec(command) ?? [];
    const args = ['-h', this.folder, ...options.replace('6432', String(this.port)).split(' ')];
    await promisify(execFile)('psql', args, { cwd: this.folder, ...this.user });
  }

  async stop(): Promise<void> {
    await this.end();
    process.off('exit', this.killNow);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async acceptsConnections(): Promise<boolean> {
    if (this.child?.exitCode !== null) throw new Error(`PgBouncer ended: ${this.output.slice(-1_000)}`);
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
