import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { uuidToReference } from '../../src/common/reference.js';
import { AcquirerConnectors } from '../../src/connectors/acquirers/port/acquirer-connectors.js';
import { type OperatorConnector, OperatorConnectors } from '../../src/connectors/operators/operator.port.js';
import { PollUnmatchedChargeService } from '../../src/products/direct-billing/charges/poll-unmatched-charge.service.js';
import { ReverseUnmatchedChargeService } from '../../src/products/direct-billing/charges/reverse-unmatched-charge.service.js';
import { PollUnmatchedAttemptService } from '../../src/products/payments/attempts/poll-unmatched-attempt.service.js';
import { FakeAcquirer, attemptResult } from '../payments/support/fake-acquirer.js';
import { paymentWorld } from '../payments/support/payment-shop.js';
import type { Shop } from '../support/shop.js';
import { payerOf } from '../support/payer.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runCommandWith } from './cli-world.js';

const UNMATCHED_ATTEMPT = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';

let world: World;
let shop: Shop;
let folder: string;
/** A charge that the sandbox's operator has booked and the gateway does not have. */
let charge: string;

beforeAll(async () => {
  world = await startWorld();
  shop = await world.createPartnerShop();
  folder = await mkdtemp(join(tmpdir(), 'unmatched-'));
  charge = await createUnmatchedCharge();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.stop();
});

/** Books a charge at the sandbox's operator without a transaction, and sends its callback. @returns the reference of the charge. */
async function createUnmatchedCharge(): Promise<string> {
  const reference = randomUUID();
  const orange = world.get(OperatorConnectors).of('orange');
  const payerAndPrice = { phoneNumber: '48500600700', grossMinor: 1362, seller: 'Shop', description: null, codeReference: randomUUID() };
  await orange?.sendCode(payerAndPrice);
  await orange?.charge({ ...payerAndPrice, chargeReference: reference, code: '123456' });
  await world.sandbox.deliverCallbacks('all');
  return reference;
}

const run = (...argv: string[]): Promise<Run> => runCommandWith({ ...world.settings }, argv);
// oxlint-disable-next-line typescript/no-explicit-any -- the output is JSON of unknown shape, which the assertions check
const runJson = async (...argv: string[]): Promise<any> => {
  const { code, out, err } = await run(...argv, '--json');
  if (code !== 0) throw new Error(`"${argv.join(' ')}" ended with ${code}: ${err}`);
  return JSON.parse(out) as unknown;
};
const listUnmatched = () => runJson('transaction', 'unmatched', '--since', '1h');

describe('transaction unmatched', () => {
  it('lists unmatched callbacks of an operator, and no matched ones', async () => {
    const { transactionId } = (await shop.create({ amount: 13.62 })).body.data;
    await payerOf(world, transactionId).pay();
    expect(await listUnmatched()).toMatchObject([
      { provider: 'orange', kind: 'charge', reference: charge, outcome: 'booked', amount: null, source: ['callback'] },
    ]);
  });

  it('lists unmatched callbacks of an acquirer, with their amounts', async () => {
    const acquirer = new FakeAcquirer('fake', ['card']);
    acquirer.replaceIn(paymentWorld(world).connectors);
    const paid = attemptResult({ outcome: 'paid', money: { amountMinor: 12_300, currency: 'PLN' } });
    const callback = {
      kind: 'attempt',
      eventId: 'of-nothing',
      providerRef: null,
      reference: uuidToReference(UNMATCHED_ATTEMPT),
      result: paid,
    };
    expect((await world.http.post('/connectors/channels/fake/reports', { body: callback })).status).toBe(200);
    expect((await listUnmatched()).slice(1)).toMatchObject([
      { provider: 'fake', kind: 'attempt', reference: UNMATCHED_ATTEMPT, outcome: 'paid', amount: '123.00', currency: 'PLN' },
    ]);
  });

  it('recommends to poll first, and not to refund until the provider confirms the money', async () => {
    expect((await listUnmatched()).map((record: { recommendation: string }) => record.recommendation)).toEqual(
      times(2, () => 'poll the provider first: --poll'),
    );
    // The command does not know the port of this test's sandbox, so its poll stays pending. It has no acquirer account `fake`.
    expect(await runJson('transaction', 'unmatched', '--since', '1h', '--poll')).toMatchObject([
      { reference: charge, polled: 'pending', recommendation: 'do not refund yet: poll again later' },
      { reference: UNMATCHED_ATTEMPT, polled: 'no_connector', recommendation: 'do not refund yet: ask the provider’s staff' },
    ]);
    const charges = world.get(PollUnmatchedChargeService);
    expect(
      await Promise.all([charge, uuidToReference(charge), UNMATCHED_ATTEMPT, 'x-1'].map((reference) => charges.run('orange', reference))),
    ).toEqual(['booked', 'booked', 'not_found', 'no_reference']);
    expect(await charges.run('mbank', charge)).toBe('no_connector');
  });

  it('polls acquirers by the gateway’s reference, for an account name or a channel', async () => {
    const polls: unknown[] = [];
    const acquirer = new FakeAcquirer('fake', ['card']);
    acquirer.onPoll = (attempt) => (polls.push(attempt), attemptResult({ outcome: 'paid' }));
    const connectors = world.get(AcquirerConnectors);
    acquirer.replaceIn(connectors);
    const attempts = world.get(PollUnmatchedAttemptService);
    const money = { amountMinor: 12_300, currency: 'PLN' };
    for (const provider of ['fake', 'card']) expect(await attempts.run(provider, UNMATCHED_ATTEMPT.toUpperCase(), money)).toBe('paid');
    expect(polls).toEqual(
      times(2, () => ({ reference: uuidToReference(UNMATCHED_ATTEMPT), channel: 'card', money, providerRef: null, data: null })),
    );
    expect(await attempts.run('nobody', UNMATCHED_ATTEMPT, money)).toBe('no_connector');
    expect(await attempts.run('fake', 'acq-1', money)).toBe('no_reference');
    expect(polls).toHaveLength(2);
  });

  it('shows amounts of the operator’s file, and records that are only in the file', async () => {
    const path = join(folder, 'orange.csv');
    const onlyInFile = randomUUID();
    await writeFile(path, `reference,amount\n${uuidToReference(charge)},13.62\n${onlyInFile},5.00\n`);
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)) as [string, string];
    await runJson('settlement', 'import', 'orange', path, '--from', from, '--to', to, '--author', 'Anna', '--test');
    expect(await listUnmatched()).toMatchObject([
      { reference: charge, outcome: 'booked', amount: '13.62', source: ['callback', 'file'] },
      { reference: UNMATCHED_ATTEMPT },
      { provider: 'orange', kind: 'taken', reference: onlyInFile, outcome: 'in file', amount: '5.00', source: ['file'] },
    ]);
    const { out } = await run('transaction', 'unmatched', '--since', '1h', '--csv');
    expect(out.split('\r\n').slice(0, 2)).toEqual([
      'at,provider,kind,reference,outcome,amount,currency,source,polled,recommendation',
      expect.stringMatching(new RegExp(`,orange,charge,${charge},booked,13.62,PLN,"callback, file",,poll the provider first: --poll$`)),
    ]);
  });

  it('shows the transaction of a record that has one by now, in any form of its reference', async () => {
    const rows = 'SELECT c.reference, c.transaction_id AS id, c.state FROM direct_billing_charge c';
    const [matched] = await world.database.query<{ reference: string; id: string; state: string }[]>(rows);
    // An earlier version compared only one form of references. Its discrepancies may therefore have a transaction.
    await world.asOwner(
      `INSERT INTO settlement_file_discrepancy (file_id, kind, reference, file_minor, currency) SELECT id, 'missing_here', $1, 1362, 'PLN' FROM settlement_file`,
      [uuidToReference(matched?.reference ?? '').toUpperCase()],
    );
    expect((await listUnmatched()).at(-1)).toMatchObject({
      recommendation: `already recorded as ${matched?.state}: transaction show ${matched?.id}`,
    });
    await world.asOwner('DELETE FROM settlement_file_discrepancy WHERE reference = $1', [
      uuidToReference(matched?.reference ?? '').toUpperCase(),
    ]);
  });

  it('shows charges that staff have reversed', async () => {
    const service = world.get(ReverseUnmatchedChargeService); // the command does not know the port of this test's sandbox
    const secondCharge = await createUnmatchedCharge();
    for (const reference of [charge, charge, secondCharge]) expect(await service.run('orange', reference)).toBe('reversed');
    const [row] = await world.database.query<{ reference: string }[]>('SELECT reference FROM direct_billing_charge');
    expect(await service.run('orange', row?.reference ?? '')).toBe('known');
    expect((await run('directbilling', 'reverse-unmatched', 'orange', uuidToReference(row?.reference ?? ''))).err).toContain(
      'The gateway has a record of this charge',
    );
    const records = await until(listUnmatched, (list) => list.some(({ outcome }: { outcome: string }) => outcome === 'reversed'));
    const recordsOf = (chargeReference: string) => records.filter(({ reference }: { reference: string }) => reference === chargeReference);
    expect(recordsOf(charge)).toMatchObject([{ outcome: 'reversed', amount: '13.62' }]);
    expect(recordsOf(secondCharge)).toMatchObject([{ outcome: 'reversed' }]);
    expect(await world.ledgerSum()).toBe(0);
  });

  it('shows no reversal while the operator has not confirmed it', async () => {
    const service = world.get(ReverseUnmatchedChargeService);
    const connectors = world.get(OperatorConnectors);
    const reference = await createUnmatchedCharge();
    const reverse = jest.spyOn(connectors.of('orange') as OperatorConnector, 'reverse').mockResolvedValueOnce({ outcome: 'pending' });
    expect(await service.run('orange', reference)).toBe('pending');
    expect(await service.run('orange', randomUUID())).toBe('not_booked'); // the service polls the operator, which has no such charge
    jest.spyOn(connectors, 'of').mockReturnValueOnce(null);
    expect(await service.run('orange', reference)).toBe('no_connector');
    expect(reverse).toHaveBeenCalledTimes(1);
    const records = await until(listUnmatched, (list) => list.some((record: { reference: string }) => record.reference === reference));
    expect(records.filter((record: { reference: string }) => record.reference === reference)).toMatchObject([{ outcome: 'booked' }]);
    jest.restoreAllMocks();
  });

  it('lists all records, also more than one batch', async () => {
    const path = join(folder, 'play.csv');
    const references = times(1_200, () => randomUUID());
    await writeFile(path, `reference,amount\n${references.map((reference) => `${reference},1.00\n`).join('')}`);
    const { id } = await runJson(
      'settlement',
      'import',
      'play',
      path,
      '--from',
      '2026-01-01',
      '--to',
      '2999-01-01',
      '--author',
      'Anna',
      '--test',
    );
    const listedReferences = new Set((await listUnmatched()).map(({ reference }: { reference: string }) => reference));
    expect(references.filter((reference) => !listedReferences.has(reference))).toEqual([]);
    expect(await runJson('settlement', 'discrepancies', id, '--limit', '1200')).toHaveLength(1_200);
    expect((await run('settlement', 'discrepancies', id, '--limit', '1199')).err).toBe(
      'The list is limited to 1199. Give a larger --limit to see more.\n',
    );
  });

  it('shows only records since the given time', async () => {
    expect((await run('transaction', 'unmatched', '--since', '2999-01-01')).out).toContain('Nothing unmatched since');
  });
});
