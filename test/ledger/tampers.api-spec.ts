import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { LedgerVerification } from '../../src/platform/ledger/ledger-verification.js';
import { VerifyLedgerService } from '../../src/platform/ledger/verify-ledger.service.js';
import { runIn } from '../cli/cli-world.js';
import { times } from '../support/times.js';
import { TAMPERS } from './tampering/all-tampers.js';
import { openTamperedWorld, type TamperedWorld } from './tampering/tampered-world.js';
import { UNDETECTED } from './tampering/undetected.js';

let here: TamperedWorld;
beforeAll(async () => {
  here = await openTamperedWorld();
});
afterAll(() => here.stop());

const named = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = here.ids[name];
    if (id === undefined) throw new Error(`The world has no ${name}`);
    return id;
  });

/** @returns what the row is called that was touched, where the SQL says that. It has to touch one at least. */
async function tamper(tx: EntityManager, sql: string): Promise<string | undefined> {
  await tx.query("SET LOCAL session_replication_role = 'replica'");
  const touched = await tx.query<[{ id?: string }[], number] | { id?: string }[]>(named(sql));
  const [rows, count] = Array.isArray(touched[0])
    ? (touched as [{ id?: string }[], number])
    : [touched as { id?: string }[], touched.length];
  expect(count).toBeGreaterThan(0);
  return rows[0]?.id;
}

/** What `ledger verify` says of it, which is then taken back. */
async function said(sql: string): Promise<{ id: string | undefined; broken: LedgerVerification['broken'] }> {
  const runner = here.superuser.createQueryRunner();
  await runner.startTransaction('REPEATABLE READ');
  try {
    const id = await tamper(runner.manager, sql);
    const { broken } = await here.world.get(VerifyLedgerService).within(runner.manager);
    return { id, broken };
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

/** Committed, as an attacker's would be. */
async function done(sql: string): Promise<void> {
  await here.superuser.transaction((tx) => tamper(tx, sql));
}

const verify = async (): Promise<unknown> =>
  JSON.parse((await runIn({ ...here.world.settings }, ['ledger', 'verify', '--json'])).out) as unknown;

describe('ledger verify', () => {
  it('has nothing to say of money in every state that there is', async () => {
    expect(await verify()).toMatchObject({ sound: true, broken: null });
    for (const batchSize of [1, 3])
      await expect(here.world.get(VerifyLedgerService).run({ batchSize })).resolves.toMatchObject({ broken: null });
  });

  it.each(TAMPERS)('names the row of $names: $what', async ({ sql, names, because }) => {
    const { id, broken } = await said(sql);
    expect(broken).toEqual({ table: names, id: expect.stringContaining(id ?? ''), reason: expect.stringContaining(named(because)) });
  });

  it.each(UNDETECTED)('cannot notice: $what', async ({ sql }) => {
    expect(await said(sql)).toMatchObject({ broken: null });
  });

  it('has nothing to say of money that moves meanwhile', async () => {
    let isOver = false;
    const trades = Promise.all(times(8, here.trade)).finally(() => (isOver = true));
    for (let proofs = 0; !isOver || proofs < 2; proofs += 1)
      await expect(here.world.get(VerifyLedgerService).run({ batchSize: 20 })).resolves.toMatchObject({ broken: null });
    await trades;
  });
});

describe('what a tamper is made for, done by the program itself,', () => {
  it('a second refund of the whole, after the sums of the first ones were set to nothing', async () => {
    await done("UPDATE payment_transaction SET refund_minor = 0, refund_pln_minor = 0, refunded_minor = 0 WHERE id = '{partly}'");
    expect(await here.refund(here.ids['partly'] ?? '')).toBe(200);
    const broken = {
      table: 'payment_transaction',
      id: here.ids['partly'],
      reason: 'its refund_minor is 10000, and its refunds come to 14500',
    };
    expect(await verify()).toMatchObject({ sound: false, broken });
  });

  it('a second settlement of a period, after the claims of the first one were renamed', async () => {
    await done("UPDATE settlement_line SET party = 'ing' WHERE party = 'mbank'");
    await here.settle('mbank', false, 'MBANK-2');
    expect(await verify()).toMatchObject({
      sound: false,
      broken: { table: 'settlement_line', reason: 'its party is ing, and its settlement is with mbank' },
    });
  });
});
