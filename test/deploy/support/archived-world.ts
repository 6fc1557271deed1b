import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type FaultWorld, startFaultWorld } from '../../faults/support/fault-world.js';
import { ENCRYPTION_KEYS } from '../../support/encryption-key.js';
import { programArguments } from '../../support/program.js';
import { DebianPostgres } from './debian-postgres.js';
import { ROOT } from './deployed-files.js';
import { documentedBlocks } from './documented-blocks.js';

const [, createRole = '', hbaLine = '', archive = '', backUp = '', restore = ''] = documentedBlocks(
  'docs/operations.md',
  'Backup and restore',
);
const PASSWORDS = { OWNER_PASSWORD: 'of-the-owner', APP_PASSWORD: 'of-the-application' };

/** Gateways on a PostgreSQL server that archives as the guide says, with the backup and restore commands of the guide. */
export interface ArchivedWorld {
  postgres: DebianPostgres;
  world: FaultWorld;
  /** Runs a command line of the guide. @returns its output. */
  command(line: string): Promise<string>;
  /** @returns the folder of the base backup. */
  makeBackup(): Promise<string>;
  /** Stops the server as in a crash and restores it as the guide says. @returns the output of the restore. */
  crashAndRestore(base: string, options?: string): Promise<string>;
}

export async function startArchivedWorld(): Promise<ArchivedWorld> {
  const postgres = await DebianPostgres.start();
  await postgres.run('mkdir -p backup/wal backup/base');
  await postgres.configure('pg_hba.conf', hbaLine.replace('10.0.0.0/8', '127.0.0.1/32'));
  await postgres.configure('postgresql.conf', postgres.withLocalPaths(archive));
  await postgres.startServer();
  await postgres.run(join(ROOT, 'deploy/postgres-roles.sh'), PASSWORDS);
  await postgres.run(`psql -qU postgres -c "${createRole.replace('…', 'of-the-backup')}"`);
  const appUrl = postgres.url('gateway_app', PASSWORDS.APP_PASSWORD, 'gateway');
  await gatewayCommand('npm run gateway -- migrate', {
    DATABASE_URL: appUrl,
    ENCRYPTION_KEYS,
    DATABASE_OWNER_URL: postgres.url('gateway_owner', PASSWORDS.OWNER_PASSWORD, 'gateway'),
  });
  const world = await startFaultWorld({ appUrl, superuserUrl: postgres.superuserUrl('gateway'), drop: () => postgres.remove() });
  return {
    postgres,
    world,
    command: (line) => gatewayCommand(line, world.settings),
    async makeBackup() {
      const output = await postgres.run(postgres.withLocalPaths(backUp), {
        BACKUP_URL: postgres.url('gateway_backup', 'of-the-backup', 'postgres'),
      });
      return output.trim();
    },
    async crashAndRestore(base, options = '') {
      await postgres.stopServer();
      const output = await postgres.run(`${postgres.withLocalPaths(restore).trim()} ${options}`, { BASE: base });
      await postgres.startServer();
      return output;
    },
  };
}

async function gatewayCommand(line: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const [, , , , ...args] = line.trim().split(' '); // after "npm run gateway --"
  const options = [...programArguments('cli/main'), ...args];
  const env = { ...process.env, NODE_OPTIONS: '', ...settings };
  return (await promisify(execFile)(process.execPath, options, { cwd: ROOT, env })).stdout;
}
