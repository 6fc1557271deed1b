import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOrCreateUnprivilegedUser, runsAsRoot } from '../../../src/runtime/database/embedded/runtime-user.js';
import { freePort } from '../../support/free-port.js';
import { ROOT } from './deployed-files.js';

const VERSIONS = '/usr/lib/postgresql';
const SUPERUSER_PASSWORD = 'of-the-superuser';

/** The folder of the settings, below the folder of the test, and the commands that create, start and stop the server. */
interface Layout {
  settings: string;
  make: string;
  start: string;
  stop: string;
}

const dataFolder = (locale: string): Layout => ({
  settings: 'data',
  make: `initdb -U postgres --auth-local=trust --auth-host=scram-sha-256 --pwfile=password ${locale} -D data`,
  start: 'pg_ctl start -w -D data -l server.log',
  stop: 'pg_ctl stop -w -m immediate -D data',
});

/** A cluster as Debian's tools create it, with its settings in `etc` and its data in another folder. */
const cluster = (version: string, folder: string): Layout => ({
  settings: `etc/${version}/main`,
  make:
    `mkdir -p etc && pg_createcluster -d ${folder}/${version}/main -s ${folder} -l ${folder}/server.log ${version} main -- ` +
    `-U postgres --auth-local=trust --auth-host=scram-sha-256 --pwfile=${folder}/password`,
  start: `pg_ctlcluster ${version} main start`,
  stop: `pg_ctlcluster --mode immediate ${version} main stop`,
});

/** A PostgreSQL server of the Debian packages. It has tools that the embedded PostgreSQL lacks. */
export class DebianPostgres {
  private constructor(
    readonly folder: string,
    readonly port: number,
    private readonly version: string,
    private readonly layout: Layout,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly user: { uid: number; gid: number } | undefined,
  ) {}

  /**
   * @param kind `data folder` is created as the PostgreSQL image does, `cluster` as the Debian packages do
   * @param options version: by default the newest installed one; folder: an empty folder for all files; locale: options of initdb
   */
  static async start(
    kind: 'data folder' | 'cluster' = 'data folder',
    options: { version?: string; folder?: string | undefined; locale?: string } = {},
  ): Promise<DebianPostgres> {
    const version = options.version ?? (await newestVersion());
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'gateway-backup-')));
    const user = runsAsRoot() ? await findOrCreateUnprivilegedUser() : undefined;
    if (user) await chown(folder, user.uid, user.gid);
    await chmod(folder, 0o755);
    const port = await freePort();
    const layout = kind === 'cluster' ? cluster(version, folder) : dataFolder(options.locale ?? '');
    // The commands pg_…cluster find a cluster by PG_CLUSTER_CONF_ROOT, and are in the usual PATH.
    const tools = join(VERSIONS, version, 'bin');
    const environment =
      kind === 'cluster'
        ? { PATH: process.env['PATH'], PG_CLUSTER_CONF_ROOT: join(folder, 'etc') }
        : { PATH: `${tools}:${process.env['PATH']}` };
    const serverEnvironment = { ...environment, PGHOST: folder, PGPORT: String(port), HOME: folder };
    const postgres = new DebianPostgres(folder, port, version, layout, serverEnvironment, user);
    await writeFile(join(folder, 'password'), SUPERUSER_PASSWORD);
    await postgres.run(layout.make);
    await postgres.configure('postgresql.conf', `port = ${port}\nunix_socket_directories = '${folder}'\nlisten_addresses = '127.0.0.1'`);
    return postgres;
  }

  /** Runs shell commands as PostgreSQL's user, in the folder of the test. @returns their output. */
  async run(commands: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
    const env = { ...this.environment, ...environment };
    const { stdout } = await promisify(execFile)('sh', ['-euc', commands], { cwd: this.folder, env, ...this.user });
    return stdout;
  }

  /** Replaces the paths and the version in a documented text by those of this server. */
  withLocalPaths(text: string): string {
    return text
      .replaceAll('/backup/', `${this.folder}/backup/`)
      .replaceAll('/var/lib/postgresql', this.folder)
      .replaceAll('/etc/postgresql', `${this.folder}/etc`)
      .replace(/\b15([ /])main/g, `${this.version}$1main`)
      .replaceAll(/(\/usr\/local\/lib)?\/gateway-backup\//g, `${ROOT}/deploy/backup/`);
  }

  configure(file: 'postgresql.conf' | 'pg_hba.conf' | 'conf.d/archive.conf', lines: string): Promise<void> {
    return appendFile(join(this.folder, this.layout.settings, file), `\n${lines}\n`);
  }

  url(role: string, password: string, database: string): string {
    return `postgresql://${role}:${password}@127.0.0.1:${this.port}/${database}`;
  }

  superuserUrl(database: string): string {
    return this.url('postgres', SUPERUSER_PASSWORD, database);
  }

  async startServer(): Promise<void> {
    await this.run(this.layout.start);
  }

  /** Stops the server immediately, as in a crash. */
  async stopServer(): Promise<void> {
    await this.run(this.layout.stop);
  }

  async remove(): Promise<void> {
    await this.stopServer().catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function newestVersion(): Promise<string> {
  const [newest = ''] = (await readdir(VERSIONS)).sort((one, other) => Number(other) - Number(one));
  return newest;
}
