import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { LedgerVerification } from '../../src/platform/ledger/verification/ledger-verification.js';
import { VerifyLedgerService } from '../../src/platform/ledger/verification/verify-ledger.service.js';
import { runCommandWith } from '../cli/cli-world.js';
import { times } from '../support/times.js';
import { TAMPERS } from './tampering/all-tampers.js';
import { openTamperedWorld, type TamperedWorld } from './tampering/tampered-world.js';
import { UNDETECTED } from './tampering/undetected.js';

let tampered: TamperedWorld;
beforeAll(async () => {
  tampered = await openTamperedWorld();
});
afterAll(() => tampered.stop());

const withIds = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = tampered.ids[name];
    if (id === undefined) throw new Error(`The world has no ${name}`);
    return id;
  });

/** Runs SQL with triggers switched off. It must change at least one row. @returns the id of the changed row, if the SQL returns this id. */
async function tamper(tx: EntityManager, sql: string): Promise<string | undefined> {
  await tx.query("SET LOCAL session_replication_role = 'replica'");
  const result = await tx.query<[{ id?: string }[], number] | { id?: string }[]>(withIds(sql));
  const [rows, count] = Array.isArray(result[0]) ? (result as [{ id?: string }[], number]) : [result as { id?: string }[], result.length];
  expect(count).toBeGreaterThan(0);
  return rows[0]?.id;
}

/** Runs `ledger verify` after a change, and rolls the change back. */
async function verifyAfter(sql: string): Promise<{ id: string | undefined; broken: LedgerVerification['firstInconsistentRow'] }> {
  const runner = tampered.superuser.createQueryRunner();
  await runner.startTransaction('REPEATABLE READ');
  try {
    const id = await tamper(runner.manager, sql);
    const { firstInconsistentRow } = await tampered.world.get(VerifyLedgerService).verifyInTransaction(runner.manager);
    return { id, broken: firstInconsistentRow };
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

/** Commits a change, as an attacker does. */
async function commitTamper(sql: string): Promise<void> {
  await tampered.superuser.transaction((tx) => tamper(tx, sql));
}

const verify = async (): Promise<unknown> =>
  JSON.parse((await runCommandWith({ ...tampered.world.settings }, ['ledger', 'verify', '--json'])).out) as unknown;

describe('ledger verify', () => {
  it('finds no inconsistency in money of every state', async () => {
    expect(await verify()).toMatchObject({ sound: true, broken: null });
    for (const batchSize of [1, 3])
      await expect(tampered.world.get(VerifyLedgerService).run({ batchSize })).resolves.toMatchObject({ firstInconsistentRow: null });
  });

  it.each(TAMPERS)('names the row of $names: $what', async ({ sql, names, because }) => {
    const { id, broken } = await verifyAfter(sql);
    expect(broken).toEqual({ table: names, id: expect.stringContaining(id ?? ''), reason: expect.stringContaining(withIds(because)) });
  });

  it.each(UNDETECTED)('does not find: $what', async ({ sql }) => {
    expect(await verifyAfter(sql)).toMatchObject({ broken: null });
  });

  it('finds no inconsistency while money moves', async () => {
    let isOver = false;
    const trades = Promise.all(times(8, tampered.payRefundAndReverse)).finally(() => (isOver = true));
    for (let verifications = 0; !isOver || verifications < 2; verifications += 1)
      await expect(tampered.world.get(VerifyLedgerService).run({ batchSize: 20 })).resolves.toMatchObject({ firstInconsistentRow: null });
    await trades;
  });
});

describe('ledger verify after the program has used tampered rows', () => {
  it('finds a second full refund that was possible because refund sums were set to 0', async () => {
    await commitTamper("UPDATE payment_transaction SET refund_minor = 0, refund_pln_minor = 0, refunded_minor = 0 WHERE id = '{partly}'");
    expect(await tampered.refund(tampered.ids['partly'] ?? '')).toBe(200);
    const broken = {
      table: 'payment_transaction',
      id: tampered.ids['partly'],
      reason: 'its refund_minor is 10000, and its refunds result in 14500',
    };
    expect(await verify()).toMatchObject({ sound: false, broken });
  });

  it('finds a second settlement that was possible because the lines of the first one were moved to another provider', async () => {
    await commitTamper("UPDATE settlement_line SET provider = 'ing' WHERE provider = 'mbank'");
    await tampered.settle('mbank', false, 'MBANK-2');
    expect(await verify()).toMatchObject({
      sound: false,
      broken: { table: 'settlement_line', reason: 'its provider is ing, and its settlement has mbank' },
    });
  });
});
