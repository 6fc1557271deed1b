import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMessage } from '../../src/common/http/signed-message.js';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import type { FaultWorld } from '../faults/support/fault-world.js';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { allNotified, makePayment } from '../faults/support/payments.js';
import type { Shop } from '../support/shop.js';
import { type ArchivedWorld, startArchivedWorld } from './support/archived-world.js';
import type { DebianPostgres } from './support/debian-postgres.js';
import { documentedBlocks } from './support/documented.js';

const [, , , , , , verify = ''] = documentedBlocks('docs/operations.md', 'Backup and restore');
const [goFurther = '', , listUnmatched = ''] = documentedBlocks('docs/operations.md', 'After a return to an earlier moment');

let archived: ArchivedWorld;
let postgres: DebianPostgres;
let world: FaultWorld;
let gateway: GatewayProcess;
let shop: Shop;
/** Before the base backup, after it, and after the moment that is returned to. */
const payments: { before?: string; after?: string; late?: string } = {};
let moment: string;

const payed = async (): Promise<string[]> =>
  (await world.sql<{ id: string }>(`SELECT id FROM direct_billing_transaction WHERE status = 'transaction_db_payed' ORDER BY id`)).map(
    ({ id }) => id,
  );

const pay = async (): Promise<string> => {
  const id = await makePayment(gateway, shop);
  await allNotified(world, shop, [id]);
  return id;
};

const chargeOf = async (transactionId: string): Promise<string> => {
  const [row] = await world.sql<{ reference: string }>('SELECT reference FROM direct_billing_charge WHERE transaction_id = $1', [
    transactionId,
  ]);
  return row?.reference ?? 'none';
};

/** The operator has got no acknowledgement and says it once more. */
async function reportAgain(chargeReference: string): Promise<void> {
  const body = JSON.stringify({ reportId: `again ${chargeReference}`, chargeReference, result: 'BOOKED' });
  const secret = world.settings['CONNECTOR_SECRET'] ?? '';
  const headers = { 'Content-Type': 'application/json', ...signMessage(secret, { subject: 'report orange', body }, new Date()) };
  expect((await gateway.http.post('/connectors/directbilling/orange/reports', { body, headers })).status).toBe(200);
}

beforeAll(async () => {
  archived = await startArchivedWorld();
  ({ postgres, world } = archived);
  gateway = await world.gateway('all');
  shop = await world.shop(gateway);
});
afterAll(() => world?.stop());

async function crashAndRestore(base: string, options = ''): Promise<string> {
  await gateway.stop();
  return archived.crashAndRestore(base, options);
}

async function expectSound(): Promise<void> {
  expect(await archived.command(verify)).toContain('sound');
  await expectConsistent(world);
}

describe('the guide to backup and restore', () => {
  let base: string;

  it('makes a backup that PostgreSQL finds complete, while payments go on', async () => {
    payments.before = await pay();
    const paying = pay();
    base = await archived.makeBackup();
    await paying;
    payments.after = await pay();
    const [now] = await world.sql<{ now: string }>('SELECT now()::text AS now');
    moment = now?.now ?? '';
    payments.late = await pay();
  });

  it('brings back everything that was written, and the gateway goes on', async () => {
    const all = await payed();
    await crashAndRestore(base);
    await expectSound();
    expect(await payed()).toEqual(all);
    await gateway.startAgain();
    all.push(await pay());
    expect(await payed()).toEqual(all.sort());
  });

  it('brings back an earlier moment, and says how to go to another one from there', async () => {
    const all = await payed();
    const lost = await chargeOf(payments.late ?? '');
    const said = await crashAndRestore(base, `--until '${moment}'`);
    await expectSound();
    const back = await payed();
    expect(back).toEqual(expect.arrayContaining([payments.before, payments.after]));
    expect(back).not.toContain(payments.late);
    await world.sql(goFurther);
    await gateway.startAgain();
    await pay();
    await reportAgain(lost);
    expect(await archived.command(listUnmatched.replace(/--since .*/, '--since 1h'))).toMatch(
      new RegExp(`orange +charge +${lost} +booked`),
    );
    const [again = 'nothing said'] = /--timeline \d+ --wal \S+/.exec(said) ?? [];
    await crashAndRestore(base, again);
    expect(await payed()).toEqual(all);
    await crashAndRestore(base, `--until '${moment}' ${again}`);
    await gateway.startAgain();
    await pay();
    await expectSound();
  });

  it('brings back everything from a backup that was made after such a return, with segments that were archived as they are', async () => {
    const later = await archived.makeBackup();
    await pay();
    await postgres.run('gunzip backup/wal/*.gz');
    await pay();
    const all = await payed();
    await crashAndRestore(later);
    await expectSound();
    expect(await payed()).toEqual(all);
    await gateway.startAgain();
  });

  it('brings back everything from a backup that carries the settings of a restore by hand', async () => {
    await postgres.run(`echo "recovery_target_time = '${moment}'" >> data/postgresql.auto.conf`);
    const carrying = await archived.makeBackup();
    expect(await readFile(join(carrying, 'postgresql.auto.conf'), 'utf8')).toContain(moment);
    await pay();
    const all = await payed();
    await crashAndRestore(carrying);
    expect(await payed()).toEqual(all);
    await expectSound();
    await gateway.startAgain();
  });

  it('does not take a gap in the archive for the end of the log', async () => {
    const gone = `SELECT pg_walfile_name(pg_switch_wal()) AS name`;
    await pay();
    const [segment] = await world.sql<{ name: string }>(gone);
    await pay();
    const [last] = await world.sql<{ name: string }>(gone);
    await postgres.run(`until [ -e backup/wal/${last?.name}.gz ]; do sleep 0.1; done; mv backup/wal/${segment?.name}.gz kept`);
    const newest = (await postgres.run('ls -d backup/base/*Z | tail -n 1')).trim();
    await expect(crashAndRestore(`${postgres.folder}/${newest}`, '--wal /nowhere')).rejects.toThrow(
      `The archive goes on to ${last?.name}: what was written since`,
    );
    await postgres.run(`mv kept backup/wal/${segment?.name}.gz`);
  });
});
