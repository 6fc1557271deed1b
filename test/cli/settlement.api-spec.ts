import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidToReference } from '../../src/common/reference.js';
import { UndoImportService } from '../../src/platform/ledger/files/undo-import.service.js';
import { ImportFileService } from '../../src/platform/ledger/files/import-file.service.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import { contentIdSql, momentText, rowText } from '../../src/platform/ledger/manual/content-id-rule.js';
import { expectLedgerValid } from '../payments/support/expect-ledger-valid.js';
import { type Attempt, type PaymentShop, type PaymentWorld, paymentWorld } from '../payments/support/payment-shop.js';
import { refundShop, sendRefunds } from '../payments/support/refund-shop.js';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from '../sms/sms-shop.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runCommandWith } from './cli-world.js';

const DAY_MS = 86_400_000;
const AUTHOR = ['--author', 'Anna'];

const SETTLEMENT_ID = contentIdSql('settlement', [
  rowText('provider'),
  momentText('from_at'),
  momentText('to_at'),
  rowText('test'),
  rowText('author'),
]);

let world: World;
let shop: Shop;
let sms: SmsShop;
let payments: PaymentWorld;
let payment: PaymentShop;
let folder: string;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await world.createPartnerShop();
  sms = await createSmsShop(world, { partnerId: shop.partnerId });
  for (const id of ['m-1', 'm-2']) await sms.receive({ id });
  payments = paymentWorld(world);
  payment = await payments.openPaymentShop({ shop });
  folder = await mkdtemp(join(tmpdir(), 'settlement-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.stop();
});

const run = (...argv: string[]): Promise<Run> => runCommandWith({ ...world.settings }, argv);
// oxlint-disable-next-line typescript/no-explicit-any -- the output is JSON of unknown shape, which the assertions check
const runJson = async (...argv: string[]): Promise<any> => {
  const { code, out, err } = await run(...argv, '--json');
  if (code !== 0) throw new Error(`"${argv.join(' ')}" ended with ${code}: ${err}`);
  return JSON.parse(out) as unknown;
};
const dayFromToday = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
const AROUND_NOW = ['--from', dayFromToday(-2), '--to', dayFromToday(2)];
let writtenFiles = 0;
const writeSettlementFile = async (...lines: string[]): Promise<string> => {
  const path = join(folder, `file-${(writtenFiles += 1)}.csv`);
  await writeFile(path, `reference,amount\n${lines.join('\n')}\n`);
  return path;
};
const importFile = (provider: string, path: string, ...more: string[]) =>
  runJson('settlement', 'import', provider, path, ...AROUND_NOW, ...AUTHOR, ...more);

/** Creates a charge of 10.00 gross at the sandbox's operator. @returns the reference of the charge. */
const createCharge = async (): Promise<string> => {
  const { transactionId } = (await shop.create({ amount: 10 })).body.data;
  await payerOf(world, transactionId).pay();
  const rows = () =>
    world.database.query<{ reference: string; operator: string }[]>(
      `SELECT c.reference, c.operator FROM direct_billing_charge c JOIN ledger_entry e ON e.reference = c.transaction_id::text WHERE c.transaction_id = $1`,
      [transactionId],
    );
  return (await until(rows, ({ length }) => length > 0))[0]?.reference ?? '';
};
const grossOf = async (reference: string): Promise<string> =>
  (
    await world.database.query<{ gross: string }[]>(
      'SELECT (gross_minor / 100.0)::numeric(9, 2)::text AS gross FROM direct_billing_charge WHERE reference = $1',
      [reference],
    )
  )[0]?.gross ?? '';

/** @param providerRef the acquirer's reference of the attempt. @returns the id of the paid payment. */
const createPaidPayment = async (providerRef?: string): Promise<string> => {
  const id = await payment.createNewPayment({ amount: 100 });
  await payment.beginAttempt(id, 'ing');
  await payment.reportAttempt(id, { outcome: 'paid', providerRef: providerRef ?? `acq-${id}` });
  return id;
};

describe('a settlement file of an operator', () => {
  it('has no discrepancies when it equals the ledger, and is imported only once', async () => {
    const reference = await createCharge();
    const path = await writeSettlementFile(`${reference},${await grossOf(reference)}`);
    const first = await importFile('orange', path, '--test');
    expect(first).toMatchObject({ repeated: false, lines: 1, discrepancies: {} });
    expect(await importFile('orange', path, '--test')).toEqual({ ...first, repeated: true });
    expect((await run('settlement', 'import', 'orange', path, ...AROUND_NOW, ...AUTHOR)).err).toContain(
      'for another provider, period or kind of money',
    );
  });

  it('has a list of discrepancies with their kinds and exact amounts', async () => {
    const [missing, differing, duplicate] = [await createCharge(), await createCharge(), await createCharge()];
    const gross = await grossOf(duplicate);
    const unmatched = '=HYPERLINK("http://evil.example")'.replaceAll('"', "'");
    const path = await writeSettlementFile(
      `${differing},10.01`,
      `${duplicate},${gross}`,
      `${unmatched},3.00`,
      `${duplicate},${gross}`,
      `${duplicate},-${gross}`,
    );
    const { id, discrepancies, first } = await importFile('orange', path, '--test');
    expect(discrepancies).toEqual({ amount: 1, missing_here: 2, missing_there: expect.any(Number), twice: 1 });
    const discrepanciesOf = (kind: string) => (first as { kind: string }[]).filter((discrepancy) => discrepancy.kind === kind);
    expect(discrepanciesOf('amount')).toEqual([
      {
        kind: 'amount',
        line: 2,
        reference: differing,
        ledger_amount: gross,
        file_amount: '10.01',
        discrepancy: (10.01 - Number(gross)).toFixed(2),
        currency: 'PLN',
      },
    ]);
    expect(discrepanciesOf('missing_here')).toMatchObject([
      { line: 4, reference: unmatched, ledger_amount: null, file_amount: '3.00', discrepancy: '3.00' },
      { line: 6, reference: duplicate, ledger_amount: null, file_amount: `-${gross}` },
    ]);
    expect(discrepanciesOf('twice')).toMatchObject([{ line: 5, reference: duplicate, file_amount: gross, discrepancy: gross }]);
    const missingThere = discrepanciesOf('missing_there') as unknown as { reference: string; discrepancy: string; file_amount: null }[];
    expect(missingThere.find(({ reference }) => reference === missing)).toMatchObject({ file_amount: null, discrepancy: `-${gross}` });
    expect(missingThere.map(({ reference }) => reference)).not.toContain(differing);
    const { out } = await run('settlement', 'discrepancies', id, '--csv');
    expect(out.split('\r\n')[0]).toBe('kind,line,reference,ledger_amount,file_amount,discrepancy,currency');
    expect(out).toContain(`missing_here,4,'${unmatched},,3.00,3.00,PLN`);
    expect(out).toContain(`missing_there,,${missing},${gross},,-${gross},PLN`);
    expect(await runJson('settlement', 'files')).toEqual(
      expect.arrayContaining([expect.objectContaining({ id, state: 'done', lines: 5, provider: 'orange' })]),
    );
  });

  it('changes nothing when it is malformed or missing', async () => {
    const before = await world.database.query('SELECT id FROM settlement_file');
    const path = await writeSettlementFile('a,1.00', 'b,"1.00');
    expect(await run('settlement', 'import', 'orange', path, ...AROUND_NOW, ...AUTHOR)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^error: Line \d: a quotation mark is not closed. The file was not imported.\n$/),
    });
    expect(await world.database.query('SELECT id FROM settlement_file')).toEqual(before);
    expect((await run('settlement', 'import', 'orange', join(folder, 'none.csv'), ...AROUND_NOW, ...AUTHOR)).err).toContain(
      'is not a file',
    );
  });

  it('is continued with the same result after its import was stopped at any step', async () => {
    const references = [];
    for (const _ of times(3, () => 0)) references.push(await createCharge()); // oxlint-disable-line typescript/no-unused-vars
    const path = await writeSettlementFile(...references.flatMap((reference) => [`${reference},0.01`, `x-${reference},5.00`]));
    const input = {
      path,
      format: {
        delimiter: ',',
        decimal: '.' as const,
        referenceColumn: 'reference',
        amountColumn: 'amount',
        currencyColumn: null,
        currency: 'PLN',
      },
      provider: 'orange',
      from: new Date(Date.now() - DAY_MS),
      to: new Date(Date.now() + DAY_MS),
      test: true,
      author: 'Anna',
    };
    const service = world.get(ImportFileService);
    let stops = 0;
    for (let allowedSteps = 0; ;) {
      let steps = 0;
      const onProgress = (): void => {
        if ((steps += 1) > allowedSteps) throw new Error('stopped');
      };
      const result = await service.run(input, { batchSize: 2, onProgress }).catch((error: Error) => error.message);
      if (result !== 'stopped') break;
      stops += 1;
      allowedSteps += 1;
    }
    expect(stops).toBeGreaterThan(6);
    const [row] = await world.database.query<{ id: string }[]>(
      'SELECT id, state, loaded, matched FROM settlement_file ORDER BY created_at DESC LIMIT 1',
    );
    expect(row).toMatchObject({ state: 'done', loaded: 6, matched: 6 });
    const countsByKind = await world.database.query(
      `SELECT kind, count(*)::int AS n FROM settlement_file_discrepancy WHERE file_id = $1 AND kind <> 'missing_there' GROUP BY kind ORDER BY kind`,
      [row?.id],
    );
    expect(countsByKind).toEqual([
      { kind: 'amount', n: 3 },
      { kind: 'missing_here', n: 3 },
    ]);
  });
});

/** Ways in which providers may write the gateway's reference. */
const REFERENCE_FORMS: [string, (reference: string) => string][] = [
  ['with dashes', (reference) => reference],
  ['without dashes', (reference) => uuidToReference(reference)],
  ['in capitals', (reference) => reference.toUpperCase()],
  ['in capitals without dashes', (reference) => uuidToReference(reference).toUpperCase()],
];

describe('the gateway’s reference in a settlement file', () => {
  it.each(REFERENCE_FORMS)('is recognized in a file of an operator %s', async (_, format) => {
    const reference = await createCharge();
    const { discrepancies, first } = await importFile(
      'orange',
      await writeSettlementFile(`${format(reference)},${await grossOf(reference)}`),
      '--test',
    );
    expect(discrepancies).not.toHaveProperty('missing_here');
    expect((first as { reference: string }[]).map((discrepancy) => discrepancy.reference)).not.toContain(reference);
  });

  it.each(REFERENCE_FORMS)('is recognized in a file of an acquirer %s', async (_, format) => {
    const id = await createPaidPayment();
    const { reference } = (await payment.attempts(id))[0] as { reference: string };
    const { discrepancies, first } = await importFile('ing', await writeSettlementFile(`${format(reference)},100.00`));
    expect(discrepancies).not.toHaveProperty('missing_here');
    expect((first as { reference: string }[]).map((discrepancy) => discrepancy.reference)).not.toContain(reference);
  });

  it('is a duplicate when several lines have it in other forms, or have the acquirer’s reference', async () => {
    const id = await createPaidPayment();
    const { reference } = (await payment.attempts(id))[0] as { reference: string };
    const lines = [uuidToReference(reference), reference.toUpperCase(), `acq-${id}`];
    const { first } = await importFile('ing', await writeSettlementFile(...lines.map((line) => `${line},100.00`)));
    expect((first as { kind: string }[]).filter(({ kind }) => kind !== 'missing_there')).toMatchObject([
      { kind: 'twice', line: 3, reference: lines[1] },
      { kind: 'twice', line: 4, reference: lines[2] },
    ]);
  });

  it('is not confused with an acquirer’s reference that has the same form', async () => {
    const acquirerReference = uuidToReference(randomUUID()).toUpperCase();
    await createPaidPayment(acquirerReference);
    const { first } = await importFile(
      'ing',
      await writeSettlementFile(`${acquirerReference},100.00`, `${acquirerReference.toLowerCase()},-1.00`),
    );
    expect((first as { kind: string }[]).filter(({ kind }) => kind !== 'missing_there')).toMatchObject([
      { kind: 'missing_here', line: 3, reference: acquirerReference.toLowerCase() },
    ]);
  });

  it('can also be the reference of a reversal', async () => {
    const id = await payment.createNewPayment({ amount: 100 });
    for (const channel of ['ing', 'velobank'] as const) await payment.beginAttempt(id, channel);
    const [first, second] = await payment.attempts(id);
    for (const { reference } of [first, second] as Attempt[]) await payment.reportAttempt(id, { outcome: 'paid' }, reference);
    const reversed = await until(
      async () => {
        await payments.pollAttempts();
        return world.database.query<{ own: string; name: string }[]>(
          "SELECT reversal_reference AS own, reversal_provider_ref AS name FROM payment_attempt WHERE transaction_id = $1 AND state = 'returned'",
          [id],
        );
      },
      ({ length }) => length === 1,
    );
    const { own, name } = reversed[0] as { own: string; name: string };
    for (const reference of [...REFERENCE_FORMS.map(([, format]) => format(own)), name])
      expect(
        await importFile(
          'velobank',
          await writeSettlementFile(`${uuidToReference(second?.reference ?? '')},100.00`, `${reference},-100.00`),
        ),
      ).toMatchObject({
        discrepancies: {},
      });
  });
});

describe('the import of a wrong settlement file', () => {
  const undoCommand = (id: string, ...more: string[]) => ['settlement', 'undo', id, ...AUTHOR, '--reason', 'Another month', ...more];

  it('is shown, and undone with --yes, so that the file can be imported again', async () => {
    const path = await writeSettlementFile('stranger-1,1.00', 'stranger-2,2.00');
    const { id } = await importFile('play', path);
    const preview = await run(...undoCommand(id));
    expect(preview).toMatchObject({ code: 0, out: expect.stringMatching(/Provider +play\n/) });
    expect(preview.out).toContain('Nothing was changed. To undo it, repeat the command with --yes.');
    expect((await runJson('settlement', 'files')).map((imported: { id: string }) => imported.id)).toContain(id);
    expect((await run(...undoCommand(id, '--yes'))).out).toContain('Undone: 2 lines and 2 discrepancies. The file can be imported again.');
    for (const table of ['settlement_file_line', 'settlement_file_discrepancy'])
      expect(await world.database.query(`SELECT FROM ${table} WHERE file_id = $1`, [id])).toHaveLength(0);
    expect(
      await world.database.query('SELECT provider, lines, discrepancies, imported_by, author, reason FROM settlement_file_undone'),
    ).toEqual([{ provider: 'play', lines: 2, discrepancies: 2, imported_by: 'Anna', author: 'Anna', reason: 'Another month' }]);
    expect((await run(...undoCommand(id, '--yes'))).err).toContain('There is no settlement file');
    expect(await importFile('play', path)).toMatchObject({ repeated: false, lines: 2 });
  });

  it('is undone only once by two concurrent commands', async () => {
    const { id } = await importFile('play', await writeSettlementFile('stranger-3,1.00'));
    const service = world.get(UndoImportService);
    const results = await Promise.all(times(2, () => service.run(id, { author: 'Anna', reason: 'Twice' })));
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['undone', 'unknown']);
  });

  it('cannot be undone after a settlement of its period', async () => {
    const { id } = await importFile('plus', await writeSettlementFile('stranger-4,1.00'));
    await world.database.query(
      `INSERT INTO settlement (id, reference, provider, test, from_at, to_at, author, state, done_at, done_id, created_at, updated_at)
       SELECT ${SETTLEMENT_ID}, r.*, 'open', from_at, gen_random_uuid(), now(), now()
       FROM (SELECT 'PLUS-1' AS reference, provider, test, from_at, to_at, 'Anna' AS author FROM settlement_file WHERE id = $1) AS r`,
      [id],
    );
    expect(await run(...undoCommand(id, '--yes'))).toMatchObject({
      code: 1,
      err: 'error: The period is already settled (PLUS-1). The import of this file cannot be undone.\n',
    });
  });
});

describe('a settlement file', () => {
  it('has an amount mismatch when only the currency differs', async () => {
    const reference = await createCharge();
    const gross = await grossOf(reference);
    const { first } = await importFile('orange', await writeSettlementFile(`${reference},${gross}`), '--test', '--currency', 'EUR');
    expect(first).toContainEqual(expect.objectContaining({ kind: 'amount', reference, file_amount: gross, currency: 'EUR' }));
  });

  it('of the SMS gateway has the ids of messages', async () => {
    const { discrepancies, first } = await importFile('sms', await writeSettlementFile('m-1,0.63'));
    expect([discrepancies, first]).toEqual([
      { amount: 1, missing_there: 1 },
      [
        { kind: 'amount', line: 2, reference: 'm-1', ledger_amount: '0.62', file_amount: '0.63', discrepancy: '0.01', currency: 'PLN' },
        {
          kind: 'missing_there',
          line: null,
          reference: 'm-2',
          ledger_amount: '0.62',
          file_amount: null,
          discrepancy: '-0.62',
          currency: 'PLN',
        },
      ],
    ]);
  });

  it('of an acquirer has attempts, by the acquirer’s reference or the gateway’s, and chargebacks', async () => {
    const pay = async (): Promise<string> => {
      const id = await payment.createNewPayment({ amount: 100 });
      await payment.beginAttempt(id);
      await payment.reportAttempt(id, { outcome: 'paid', providerRef: `acq-${id}` } as never);
      return id;
    };
    const [byAcquirerReference, byReference, missing, chargedBack] = [await pay(), await pay(), await pay(), await pay()];
    const referenceOf = async (id: string): Promise<string> => (await payment.attempts(id))[0]?.reference ?? '';
    const callback = {
      kind: 'chargeback',
      eventId: 'back',
      providerRef: `acq-${chargedBack}`,
      reference: null,
      money: { amountMinor: 4_000, currency: 'PLN' },
    };
    await world.http.post('/connectors/channels/fake/reports', { body: callback });
    const path = await writeSettlementFile(
      `acq-${byAcquirerReference},100.00`,
      `${await referenceOf(byReference)},100.00`,
      `acq-${chargedBack},100.00`,
      `acq-${chargedBack},-40.00`,
    );
    const { discrepancies, first } = await importFile('mbank', path);
    expect(discrepancies).toEqual({ missing_there: 1 });
    expect(first).toMatchObject([{ kind: 'missing_there', reference: await referenceOf(missing), ledger_amount: '100.00' }]);
    const { first: discrepanciesWithoutChargeback } = await importFile(
      'mbank',
      await writeSettlementFile(`acq-${byAcquirerReference},100.00`, `acq-${chargedBack},100.00`),
    );
    expect(discrepanciesWithoutChargeback).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'missing_there', ledger_amount: '-40.00', discrepancy: '40.00' })]),
    );
  });
});

describe('several chargebacks of one payment in a settlement file', () => {
  /** Creates a payment with chargebacks of these amounts in minor units. @returns the acquirer's reference of the payment. */
  const createChargedBack = async (providerRef: string, amounts: readonly number[]): Promise<string> => {
    const id = await payment.createNewPayment({ amount: 100 });
    await payment.beginAttempt(id, 'ing');
    await payment.reportAttempt(id, { outcome: 'paid', providerRef } as never);
    for (const [index, amountMinor] of amounts.entries()) {
      const money = { amountMinor, currency: 'PLN' };
      const body = { kind: 'chargeback', eventId: `${providerRef}-${index}`, providerRef, reference: null, money };
      await world.http.post('/connectors/channels/fake/reports', { body });
    }
    return providerRef;
  };
  /** Imports a file. @returns the discrepancies of its references: kind, reference, amount in the ledger, amount in the file */
  const discrepanciesIn = async (...lines: string[]): Promise<unknown[]> => {
    const { first } = (await importFile('ing', await writeSettlementFile(...lines))) as { first: Record<string, unknown>[] };
    const references = new Set(lines.map((line) => line.split(',')[0]));
    const byReference = new Map(
      (
        await world.database.query<{ reference: string; name: string }[]>(
          "SELECT reference::text AS reference, provider_ref AS name FROM payment_attempt WHERE channel = 'ing'",
        )
      ).map(({ reference, name }) => [reference, name]),
    );
    return first
      .map(({ kind, reference, ledger_amount: ledgerAmount, file_amount: fileAmount }) => [
        kind,
        byReference.get(String(reference)) ?? reference,
        ledgerAmount,
        fileAmount,
      ])
      .filter(([, reference]) => references.has(String(reference)));
  };

  it('are each compared, also those of the same amount, in any order of lines', async () => {
    const [same, other] = [await createChargedBack('same', [4_000, 4_000]), await createChargedBack('other', [5_000, 3_000])];
    const paidLines = [`${same},100.00`, `${other},100.00`];
    const [sameChargeback, otherChargeback] = [`${same},-40.00`, `${other},-50.00`];
    expect(await discrepanciesIn(...paidLines, sameChargeback, sameChargeback, otherChargeback, `${other},-30.00`)).toEqual([]);
    expect(await discrepanciesIn(...paidLines, sameChargeback, otherChargeback)).toEqual([
      ['missing_there', same, '-40.00', null],
      ['missing_there', other, '-30.00', null],
    ]);
    expect(await discrepanciesIn(...paidLines, sameChargeback, sameChargeback, sameChargeback, `${other},-30.00`)).toEqual([
      ['twice', same, '-40.00', '-40.00'],
      ['missing_there', other, '-50.00', null],
    ]);
    expect(await discrepanciesIn(...paidLines, sameChargeback, sameChargeback, `${other},-50.01`, `${other},-30.00`)).toEqual([
      ['amount', other, '-50.00', '-50.01'],
    ]);
    expect(await discrepanciesIn(...paidLines, sameChargeback, `${same},-39.00`, `${other},-30.00`, `${other},-49.00`)).toEqual([
      ['amount', same, '-40.00', '-39.00'],
      ['amount', other, '-50.00', '-49.00'],
    ]);
  });

  it('are not confused with the payment of the same reference and amount', async () => {
    const [whole, none] = [await createChargedBack('whole', [10_000]), await createChargedBack('none', [])];
    expect(await discrepanciesIn(`${whole},100.00`, `${none},100.00`)).toEqual([['missing_there', whole, '-100.00', null]]);
    expect(await discrepanciesIn(`${whole},-100.00`, `${none},-100.00`)).toEqual([
      ['missing_here', none, null, '-100.00'],
      ['missing_there', whole, '100.00', null],
      ['missing_there', none, '100.00', null],
    ]);
  });
});

describe('refunds in a settlement file of an acquirer', () => {
  it('have the acquirer’s reference or the gateway’s, and reversed refunds are compared, too', async () => {
    const refunds = refundShop(world, payment);
    const createCompletedRefund = async (amount: number, providerRef: string): Promise<string> => {
      const [id] = [
        await refunds.createPaidTransaction({ amount: 100 }, 'pekao'),
        await refunds.createPaidTransaction({ amount: 100 }, 'pekao'),
      ];
      const refundId = await refunds.createNewRefund(id, amount);
      await sendRefunds(world);
      await refunds.reportRefund(refundId, 'completed', { result: { providerRef } });
      await until(
        () => refunds.status(refundId),
        (status) => status === 'completed',
      );
      return refundId;
    };
    const [byAcquirerReference, byReference, missing] = [
      await createCompletedRefund(10, 'back-1'),
      await createCompletedRefund(20, 'back-2'),
      await createCompletedRefund(30, 'back-3'),
    ];
    await refunds.reportRefund(byAcquirerReference, 'failed', { result: { providerRef: 'back-1' } });
    await until(
      () => refunds.status(byAcquirerReference),
      (status) => status === 'failed',
    );
    const path = await writeSettlementFile('back-1,-10.00', 'back-1,10.00', `${byReference},-20.01`, 'back-9,-5.00');
    const { discrepancies, first } = await importFile('pekao', path);
    const PAYMENTS = 6; // Two for each of three refunds: the refunded payment, and one that fills the wallet. The file has none of them.
    expect(discrepancies).toEqual({ missing_here: 1, amount: 1, missing_there: PAYMENTS + 1 });
    expect(first).toEqual(
      expect.arrayContaining([
        {
          kind: 'amount',
          line: 4,
          reference: byReference,
          ledger_amount: '-20.00',
          file_amount: '-20.01',
          discrepancy: '-0.01',
          currency: 'PLN',
        },
        {
          kind: 'missing_here',
          line: 5,
          reference: 'back-9',
          ledger_amount: null,
          file_amount: '-5.00',
          discrepancy: '-5.00',
          currency: 'PLN',
        },
        {
          kind: 'missing_there',
          line: null,
          reference: missing,
          ledger_amount: '-30.00',
          file_amount: null,
          discrepancy: '30.00',
          currency: 'PLN',
        },
      ]),
    );
  });
});

describe('the end of a month by the command line', () => {
  const readWallet = (): Promise<{ pendingMinor: number; availableMinor: number }> => world.get(WalletQuery).readBalance(shop.partnerId);

  it('settles, pays out and adjusts, and repeated commands do nothing', async () => {
    await sms.receive({ id: 'm-3' });
    const { pendingMinor, availableMinor } = await readWallet();
    expect((await run('settlement', 'settle', 'sms', ...AROUND_NOW, '--reference', 'SMS-1', ...AUTHOR)).err).toContain('minutes later');
    await world.database.query('UPDATE business_clock SET offset_ms = offset_ms + $1', [3 * DAY_MS]);
    const settle = ['settlement', 'settle', 'sms', ...AROUND_NOW, '--reference', 'SMS-1', ...AUTHOR];
    expect(await runJson(...settle)).toMatchObject({
      repeated: false,
      provider: 'sms',
      sums: [{ currency: 'PLN', cleared: '1.86', made_available: '0.75' }],
    });
    expect(await runJson(...settle)).toMatchObject({ repeated: true });
    expect((await run(...settle)).out).toContain('It was already settled. Nothing was changed.');
    expect((await run(...settle, '--test')).err).toContain('The reference SMS-1 is already used for a settlement with other content');
    expect(await readWallet()).toMatchObject({ pendingMinor: pendingMinor - 75, availableMinor: availableMinor + 75 });
    const [newestSettlement] = await runJson('settlement', 'list');
    expect(newestSettlement).toMatchObject({ reference: 'SMS-1', provider: 'sms', state: 'done', author: 'Anna', test: false });

    const payout = ['wallet', 'payout', shop.partnerId, '--amount', '0.50', '--reference', 'TR-1', ...AUTHOR];
    expect(await runJson(...payout)).toMatchObject({ repeated: false, amount: '0.50', currency: 'PLN' });
    expect(await runJson(...payout)).toMatchObject({ repeated: true });
    expect(await readWallet()).toMatchObject({ availableMinor: availableMinor + 25 });
    expect(await run(...payout.with(4, '9999999.00').with(6, 'TR-2'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^error: At most \d+\.\d\d PLN can be paid out: \d+\.\d\d PLN is available, and the partner owes 0\.00 PLN\n$/,
      ),
    });

    const adjustCommand = (...more: string[]) => ['ledger', 'adjust', '--amount', '0.05', '--reason', 'Agreed', ...AUTHOR, ...more];
    const partnerAdjustment = adjustCommand(
      '--debit',
      'platform:rounding',
      '--credit',
      'partner:available',
      '--partner',
      shop.partnerId,
      '--reference',
      'A-1',
    );
    expect(await runJson(...partnerAdjustment)).toMatchObject({
      repeated: false,
      debit: 'platform:rounding',
      credit: 'partner:available',
      amount: '0.05',
    });
    expect(await runJson(...partnerAdjustment)).toMatchObject({ repeated: true });
    expect(await readWallet()).toMatchObject({ availableMinor: availableMinor + 30 });

    await run('partner', 'block', shop.partnerId, '--reason', 'Ticket 4711', '--yes');
    const blockedPayout = payout.with(4, '0.30').with(6, 'TR-3');
    expect(await run(...blockedPayout)).toMatchObject({ code: 1, err: expect.stringContaining('its payouts are held') });
    expect(await readWallet()).toMatchObject({ availableMinor: availableMinor + 30 });
    expect(await runJson(...blockedPayout, '--although-blocked')).toMatchObject({ repeated: false, amount: '0.30' });
    expect(await readWallet()).toMatchObject({ availableMinor });
    await run('partner', 'unblock', shop.partnerId);
    for (const [options, message] of [
      [['--debit', 'partner:pending', '--credit', 'platform:vat', '--reference', 'A-2'], 'It must be an account that staff may correct'],
      [['--debit', 'platform:vat', '--credit', 'platform:vat', '--reference', 'A-2'], 'Debit and credit are the same account'],
      [['--debit', 'platform:vat', '--credit', 'partner:available', '--reference', 'A-2'], 'Give --partner if one of the accounts'],
      [['--debit', 'platform:vat', '--credit', 'platform:rounding', '--reference', 'A 2'], 'visible ASCII characters'],
    ] as const)
      expect(await run(...adjustCommand(...options))).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    await expectLedgerValid(world);
  });

  it('prints the head of the ledger, with which a later verification compares', async () => {
    const { out } = await run('ledger', 'head', '--json');
    const head = JSON.parse(out) as { seal: number; hash: string; entries: number };
    expect(head).toMatchObject({ seal: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const path = join(folder, 'head.json');
    await writeFile(path, out);
    expect(await runJson('ledger', 'verify', '--head', path)).toMatchObject({ sound: true });
    await writeFile(path, JSON.stringify({ ...head, hash: 'f'.repeat(64) }));
    expect(await run('ledger', 'verify', '--head', path)).toMatchObject({
      code: 1,
      out: expect.stringContaining('its hash is not that of the stored head'),
    });
    for (const invalidHead of ['', '{}', '{"seal":0,"hash":"x"}', JSON.stringify({ ...head, seal: '1' })]) {
      await writeFile(path, invalidHead);
      expect((await run('ledger', 'verify', '--head', path)).err).toContain('is not a head');
    }
  });

  it.each([
    [['--month', '2026-13'], 'It must be a month such as 2026-10.'],
    [['--from', '2026-10-01'], 'Give a period'],
    [['--from', '2026-10-02', '--to', '2026-10-02'], 'ends before it begins'],
    [['--month', '2026-10', '--from', '2026-10-02'], 'cannot be used with'],
    [['--from', 'yesterday', '--to', '2026-10-02'], 'It must be a date such as 2026-10-01.'],
  ])('rejects the period %j', async (period, message) => {
    const { code, err } = await run('settlement', 'settle', 'sms', ...period, '--reference', 'x', ...AUTHOR);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
