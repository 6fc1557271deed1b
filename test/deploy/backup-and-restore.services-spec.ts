import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMessage } from '../../src/common/signed-message.js';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import type { FaultWorld } from '../faults/support/fault-world.js';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { waitUntilNotified, makePayment } from '../faults/support/payments.js';
import type { Shop } from '../support/shop.js';
import { type ArchivedWorld, startArchivedWorld } from './support/archived-world.js';
import type { DebianPostgres } from './support/debian-postgres.js';
import { documentedBlocks } from './support/documented-blocks.js';

const [, , , , , , verify = ''] = documentedBlocks('docs/operations.md', 'Backup and restore');
const [goFurther = '', , listUnmatched = ''] = documentedBlocks('docs/operations.md', 'After a restore to an earlier moment');

let archived: ArchivedWorld;
let postgres: DebianPostgres;
let world: FaultWorld;
let gateway: GatewayProcess;
let shop: Shop;
/** Payments made before the base backup, after the base backup, and after the moment to which the database is restored. */
const payments: { before?: string; after?: string; late?: string } = {};
let targetTime: string;

const readPaidIds = async (): Promise<string[]> =>
  (await world.sql<{ id: string }>(`SELECT id FROM direct_billing_transaction WHERE status = 'transaction_db_payed' ORDER BY id`)).map(
    ({ id }) => id,
  );

const pay = async (): Promise<string> => {
  const id = await makePayment(gateway, shop);
  await waitUntilNotified(world, shop, [id]);
  return id;
};

const chargeOf = async (transactionId: string): Promise<string> => {
  const [row] = await world.sql<{ reference: string }>('SELECT reference FROM direct_billing_charge WHERE transaction_id = $1', [
    transactionId,
  ]);
  return row?.reference ?? 'none';
};

/** Sends a callback of the operator, who repeats callbacks that were not acknowledged. */
async function resendCallback(chargeReference: string): Promise<void> {
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

async function expectConsistentLedger(): Promise<void> {
  expect(await archived.command(verify)).toContain('The ledger is consistent');
  await expectConsistent(world);
}

describe('the guide to backup and restore', () => {
  let base: string;

  it('makes a backup while payments go on', async () => {
    payments.before = await pay();
    const paying = pay();
    base = await archived.makeBackup();
    await paying;
    payments.after = await pay();
    const [now] = await world.sql<{ now: string }>('SELECT now()::text AS now');
    targetTime = now?.now ?? '';
    payments.late = await pay();
  });

  it('restores everything that was written, and the gateway goes on', async () => {
    const all = await readPaidIds();
    await crashAndRestore(base);
    await expectConsistentLedger();
    expect(await readPaidIds()).toEqual(all);
    await gateway.startAgain();
    all.push(await pay());
    expect(await readPaidIds()).toEqual(all.sort());
  });

  it('restores an earlier moment, and prints the options that lead back to the newest state', async () => {
    const all = await readPaidIds();
    const lostCharge = await chargeOf(payments.late ?? '');
    const output = await crashAndRestore(base, `--until '${targetTime}'`);
    await expectConsistentLedger();
    const restored = await readPaidIds();
    expect(restored).toEqual(expect.arrayContaining([payments.before, payments.after]));
    expect(restored).not.toContain(payments.late);
    await world.sql(goFurther);
    await gateway.startAgain();
    await pay();
    await resendCallback(lostCharge);
    expect(await archived.command(listUnmatched.replace(/--since .*/, '--since 1h'))).toMatch(
      new RegExp(`orange +charge +${lostCharge} +booked`),
    );
    const [newestState = 'nothing said'] = /--timeline \d+ --wal \S+/.exec(output) ?? [];
    await crashAndRestore(base, newestState);
    expect(await readPaidIds()).toEqual(all);
    await crashAndRestore(base, `--until '${targetTime}' ${newestState}`);
    await gateway.startAgain();
    await pay();
    await expectConsistentLedger();
  });

  it('restores everything from a backup made after an earlier restore, with uncompressed segments in the archive', async () => {
    const laterBackup = await archived.makeBackup();
    await pay();
    await postgres.run('gunzip backup/wal/*.gz');
    await pay();
    const all = await readPaidIds();
    await crashAndRestore(laterBackup);
    await expectConsistentLedger();
    expect(await readPaidIds()).toEqual(all);
    await gateway.startAgain();
  });

  it('restores everything from a backup that contains the settings of a manual restore', async () => {
    await postgres.run(`echo "recovery_target_time = '${targetTime}'" >> data/postgresql.auto.conf`);
    const backup = await archived.makeBackup();
    expect(await readFile(join(backup, 'postgresql.auto.conf'), 'utf8')).toContain(targetTime);
    await pay();
    const all = await readPaidIds();
    await crashAndRestore(backup);
    expect(await readPaidIds()).toEqual(all);
    await expectConsistentLedger();
    await gateway.startAgain();
  });

  it('does not mistake a gap in the archive for the end of the log', async () => {
    const switchSegment = `SELECT pg_walfile_name(pg_switch_wal()) AS name`;
    await pay();
    const [segment] = await world.sql<{ name: string }>(switchSegment);
    await pay();
    const [lastSegment] = await world.sql<{ name: string }>(switchSegment);
    await postgres.run(`until [ -e backup/wal/${lastSegment?.name}.gz ]; do sleep 0.1; done; mv backup/wal/${segment?.name}.gz kept`);
    const newest = (await postgres.run('ls -d backup/base/*Z | tail -n 1')).trim();
    await expect(crashAndRestore(`${postgres.folder}/${newest}`, '--wal /nowhere')).rejects.toThrow(
      `The archive has segments up to ${lastSegment?.name}. Changes after`,
    );
    await postgres.run(`mv kept backup/wal/${segment?.name}.gz`);
  });
});
