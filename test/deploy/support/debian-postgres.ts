import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOrMakeUnprivilegedUser, runsAsRoot } from '../../../src/runtime/database/embedded/runtime-user.js';
import { freePort } from '../../support/free-port.js';

const VERSIONS = '/usr/lib/postgresql';
const SUPERUSER_PASSWORD = 'of-the-superuser';

/** A PostgreSQL of the system's packages with all its tools, which the embedded one has not; set up as the PostgreSQL image does. */
export class DebianPostgres {
  private constructor(
    readonly folder: string,
    readonly port: number,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly user: { uid: number; gid: number } | undefined,
  ) {}

  static async start(): Promise<DebianPostgres> {
    const [version = ''] = (await readdir(VERSIONS)).sort((one, other) => Number(other) - Number(one));
    const folder = await mkdtemp(join(tmpdir(), 'gateway-backup-'));
    const user = runsAsRoot() ? await findOrMakeUnprivilegedUser() : undefined;
    if (user) await chown(folder, user.uid, user.gid);
    await chmod(folder, 0o755);
    const port = await freePort();
    const path = `${join(VERSIONS, version, 'bin')}:${process.env['PATH']}`;
    const postgres = new DebianPostgres(folder, port, { PATH: path, PGHOST: folder, PGPORT: String(port), HOME: folder }, user);
    await writeFile(join(folder, 'password'), SUPERUSER_PASSWORD);
    await postgres.run(`initdb -U postgres --auth-local=trust --auth-host=scram-sha-256 --pwfile=password -D data`);
    await postgres.configure('postgresql.conf', `port = ${port}\nunix_socket_directories = '${folder}'\nlisten_addresses = '127.0.0.1'`);
    return postgres;
  }

  /** As the user that PostgreSQL runs as, in the folder that holds `data`. @returns what it wrote. */
  async run(commands: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
    const env = { ...this.environment, ...environment };
    const { stdout } = await promisify(execFile)('sh', ['-euc', commands], { cwd: this.folder, env, ...this.user });
    return stdout;
  }

  configure(file: 'postgresql.conf' | 'pg_hba.conf', lines: string): Promise<void> {
    return appendFile(join(this.folder, 'data', file), `\n${lines}\n`);
  }

  url(role: string, password: string, database: string): string {
    return `postgresql://${role}:${password}@127.0.0.1:${this.port}/${database}`;
  }

  superuserUrl(database: string): string {
    return this.url('postgres', SUPERUSER_PASSWORD, database);
  }

  async startServer(): Promise<void> {
    await this.run('pg_ctl start -w -D data -l server.log');
  }

  async stopServer(): Promise<void> {
    await this.run('pg_ctl stop -w -m immediate -D data');
  }

  async remove(): Promise<void> {
    await this.stopServer().catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }
}
