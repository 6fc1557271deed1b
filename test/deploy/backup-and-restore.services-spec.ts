import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { allNotified, makePayment } from '../faults/support/payments.js';
import type { Shop } from '../support/shop.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { until } from '../support/until.js';
import { DebianPostgres } from './support/debian-postgres.js';
import { ROOT } from './support/deployed-files.js';
import { documentedBlocks } from './support/documented.js';

const [createRole = '', letIn = '', archive = '', backUp = '', restore = '', verify = ''] = documentedBlocks(
  'docs/operations.md',
  'Backup and restore',
);
const PASSWORDS = { OWNER_PASSWORD: 'of-the-owner', APP_PASSWORD: 'of-the-application' };

let postgres: DebianPostgres;
let world: FaultWorld;
let gateway: GatewayProcess;
let shop: Shop;
/** Before the base backup, after it, and after the moment that is returned to. */
const payments: { before?: string; after?: string; late?: string } = {};
let moment: string;

/** The documented text with the paths of this test. */
const here = (text: string): string =>
  text.replaceAll('/backup', join(postgres.folder, 'backup')).replaceAll('/var/lib/postgresql', postgres.folder);

const gatewayCommand = async (command: string, settings: NodeJS.ProcessEnv): Promise<string> => {
  const [, , , , ...words] = command.trim().split(' '); // after "npm run gateway --"
  const options = ['--import', './test/support/typescript.mjs', 'src/cli/main.ts', ...words];
  const env = { ...process.env, NODE_OPTIONS: '', ...settings };
  return (await promisify(execFile)(process.execPath, options, { cwd: ROOT, env })).stdout;
};

const payed = async (): Promise<string[]> =>
  (await world.sql<{ id: string }>(`SELECT id FROM direct_billing_transaction WHERE status = 'transaction_db_payed'`)).map(({ id }) => id);

const pay = async (): Promise<string> => {
  const id = await makePayment(gateway, shop);
  await allNotified(world, shop, [id]);
  return id;
};

beforeAll(async () => {
  postgres = await DebianPostgres.start();
  await postgres.run('mkdir -p backup/wal');
  await postgres.configure('pg_hba.conf', letIn.replace('10.0.0.0/8', '127.0.0.1/32'));
  await postgres.configure('postgresql.conf', here(archive));
  await postgres.startServer();
  await postgres.run(join(ROOT, 'deploy/postgres-roles.sh'), PASSWORDS);
  await postgres.run(`psql -qU postgres -c "${createRole.replace('…', 'of-the-backup')}"`);
  const appUrl = postgres.url('gateway_app', PASSWORDS.APP_PASSWORD, 'gateway');
  await gatewayCommand('npm run gateway -- migrate', {
    DATABASE_URL: appUrl,
    ENCRYPTION_KEYS,
    DATABASE_OWNER_URL: postgres.url('gateway_owner', PASSWORDS.OWNER_PASSWORD, 'gateway'),
  });
  world = await startFaultWorld({ appUrl, superuserUrl: postgres.superuserUrl('gateway'), drop: () => postgres.remove() });
  gateway = await world.gateway('all');
  shop = await world.shop(gateway);
}, 240_000);
afterAll(() => world?.stop(), 60_000);

/** The server ends as in a crash, and what the guide says is done; `data` of the time before is `broken`. */
async function crashAndRestore(commands: string): Promise<void> {
  await gateway.stop();
  await postgres.stopServer();
  await postgres.run('rm -rf broken');
  await postgres.run(here(commands), { BASE: here('/backup/base') });
  await until(
    () => world.sql<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering').catch(() => [{ recovering: true }]),
    ([row]) => row?.recovering === false,
  );
}

async function expectSound(): Promise<void> {
  expect(await gatewayCommand(verify, world.settings)).toContain('sound');
  await expectConsistent(world);
}

describe('the guide to backup and restore', () => {
  it('makes a backup that PostgreSQL finds complete, while payments go on', async () => {
    payments.before = await pay();
    const paying = pay();
    await postgres.run(here(backUp), {
      BACKUP_URL: postgres.url('gateway_backup', 'of-the-backup', 'postgres'),
      BASE: here('/backup/base'),
    });
    await paying;
    payments.after = await pay();
    const [now] = await world.sql<{ now: string }>('SELECT now()::text AS now');
    moment = now?.now ?? '';
    payments.late = await pay();
  }, 180_000);

  it('brings back everything that was written, and the gateway goes on', async () => {
    const all = await payed();
    await crashAndRestore(restore);
    await expectSound();
    expect((await payed()).sort()).toEqual(all.sort());
    await gateway.startAgain();
    all.push(await pay());
    expect((await payed()).sort()).toEqual(all.sort());
  }, 240_000);

  it('brings back an earlier moment', async () => {
    const line = restore.split('\n').find((each) => each.startsWith('# recovery_target_time'));
    await crashAndRestore(restore.replace(line ?? 'missing', `recovery_target_time = '${moment}'`));
    await expectSound();
    const back = await payed();
    expect(back).toEqual(expect.arrayContaining([payments.before, payments.after]));
    expect(back).not.toContain(payments.late);
    await gateway.startAgain();
    await pay();
    await expectSound();
  }, 240_000);
});
