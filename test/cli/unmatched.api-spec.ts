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
import { type Run, runIn } from './cli-world.js';

const UNMATCHED = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';

let world: World;
let shop: Shop;
let folder: string;
/** A charge that the sandbox's operator has booked and the gateway does not have. */
let charge: string;

beforeAll(async () => {
  world = await startWorld();
  shop = await world.partner();
  folder = await mkdtemp(join(tmpdir(), 'unmatched-'));
  charge = await bookedElsewhere();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.stop();
});

/** Sends the callback of an operator about a charge that the gateway does not have. @returns the reference of the charge. */
async function bookedElsewhere(): Promise<string> {
  const reference = randomUUID();
  const orange = world.get(OperatorConnectors).of('orange');
  const payerAndPrice = { phoneNumber: '48500600700', grossMinor: 1362, seller: 'Shop', description: null, codeReference: randomUUID() };
  await orange?.sendCode(payerAndPrice);
  await orange?.charge({ ...payerAndPrice, chargeReference: reference, code: '123456' });
  await world.sandbox.deliverReports('all');
  return reference;
}

const run = (...argv: string[]): Promise<Run> => runIn({ ...world.settings }, argv);
// oxlint-disable-next-line typescript/no-explicit-any -- answers are JSON of unknown shape; the assertions are the check
const json = async (...argv: string[]): Promise<any> => {
  const { code, out, err } = await run(...argv, '--json');
  if (code !== 0) throw new Error(`"${argv.join(' ')}" ended with ${code}: ${err}`);
  return JSON.parse(out) as unknown;
};
const unmatched = () => json('transaction', 'unmatched', '--since', '1h');

describe('transaction unmatched', () => {
  it('lists unmatched callbacks of an operator, and no matched ones', async () => {
    const { transactionId } = (await shop.create({ amount: 13.62 })).body.data;
    await payerOf(world, transactionId).pay();
    expect(await unmatched()).toMatchObject([
      { provider: 'orange', kind: 'charge', reference: charge, outcome: 'booked', amount: null, source: ['callback'] },
    ]);
  });

  it('lists unmatched callbacks of an acquirer, with their amounts', async () => {
    const channel = new FakeAcquirer('fake', ['card']);
    channel.into(paymentWorld(world).connectors);
    const paid = attemptResult({ outcome: 'paid', money: { amountMinor: 12_300, currency: 'PLN' } });
    const event = { kind: 'attempt', eventId: 'of-nothing', providerRef: null, reference: uuidToReference(UNMATCHED), result: paid };
    expect((await world.http.post('/connectors/channels/fake/reports', { body: event })).status).toBe(200);
    expect((await unmatched()).slice(1)).toMatchObject([
      { provider: 'fake', kind: 'attempt', reference: UNMATCHED, outcome: 'paid', amount: '123.00', currency: 'PLN' },
    ]);
  });

  it('polls each provider first, and recommends to give back only money that the provider confirms', async () => {
    expect((await unmatched()).map((record: { recommendation: string }) => record.recommendation)).toEqual(
      times(2, () => 'poll the provider first: --poll'),
    );
    // Commands have no connector for the sandbox's operator, and no acquirer account of this name.
    expect(await json('transaction', 'unmatched', '--since', '1h', '--poll')).toMatchObject([
      { reference: charge, polled: 'pending', recommendation: 'give nothing back yet: poll again later' },
      { reference: UNMATCHED, polled: 'no_connector', recommendation: 'give nothing back yet: ask the provider’s staff' },
    ]);
    const charges = world.get(PollUnmatchedChargeService);
    expect(await Promise.all([charge, uuidToReference(charge), UNMATCHED, 'x-1'].map((name) => charges.run('orange', name)))).toEqual([
      'booked',
      'booked',
      'not_found',
      'no_reference',
    ]);
    expect(await charges.run('mbank', charge)).toBe('no_connector');
  });

  it('polls acquirers by the gateway’s reference, which a callback or a file has', async () => {
    const polls: unknown[] = [];
    const channel = new FakeAcquirer('fake', ['card']);
    channel.onPoll = (attempt) => (polls.push(attempt), attemptResult({ outcome: 'paid' }));
    const connectors = world.get(AcquirerConnectors);
    channel.into(connectors);
    const attempts = world.get(PollUnmatchedAttemptService);
    const money = { amountMinor: 12_300, currency: 'PLN' };
    for (const provider of ['fake', 'card']) expect(await attempts.run(provider, UNMATCHED.toUpperCase(), money)).toBe('paid');
    expect(polls).toEqual(
      times(2, () => ({ reference: uuidToReference(UNMATCHED), channel: 'card', money, providerRef: null, data: null })),
    );
    expect(await attempts.run('nobody', UNMATCHED, money)).toBe('no_connector');
    expect(await attempts.run('fake', 'acq-1', money)).toBe('no_reference');
    expect(polls).toHaveLength(2);
  });

  it('shows amounts of the operator’s file, and records that are only in the file', async () => {
    const path = join(folder, 'orange.csv');
    const other = randomUUID();
    await writeFile(path, `reference,amount\n${uuidToReference(charge)},13.62\n${other},5.00\n`);
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)) as [string, string];
    await json('settlement', 'import', 'orange', path, '--from', from, '--to', to, '--author', 'Anna', '--test');
    expect(await unmatched()).toMatchObject([
      { reference: charge, outcome: 'booked', amount: '13.62', source: ['callback', 'file'] },
      { reference: UNMATCHED },
      { provider: 'orange', kind: 'taken', reference: other, outcome: 'in file', amount: '5.00', source: ['file'] },
    ]);
    const { out } = await run('transaction', 'unmatched', '--since', '1h', '--csv');
    expect(out.split('\r\n').slice(0, 2)).toEqual([
      'at,provider,kind,reference,outcome,amount,currency,source,polled,recommendation',
      expect.stringMatching(new RegExp(`,orange,charge,${charge},booked,13.62,PLN,"callback, file",,poll the provider first: --poll$`)),
    ]);
  });

  it('shows the transaction of a record that has one by now, in any form of its reference', async () => {
    const rows = 'SELECT c.reference, c.transaction_id AS id, c.state FROM direct_billing_charge c';
    const [charged] = await world.database.query<{ reference: string; id: string; state: string }[]>(rows);
    // Such rows come from an earlier version, which compared only one form of references.
    await world.asOwner(
      `INSERT INTO settlement_file_discrepancy (file_id, kind, reference, file_minor, currency) SELECT id, 'missing_here', $1, 1362, 'PLN' FROM settlement_file`,
      [uuidToReference(charged?.reference ?? '').toUpperCase()],
    );
    expect((await unmatched()).at(-1)).toMatchObject({ recommendation: `it is here, ${charged?.state}: transaction show ${charged?.id}` });
    await world.asOwner('DELETE FROM settlement_file_discrepancy WHERE reference = $1', [
      uuidToReference(charged?.reference ?? '').toUpperCase(),
    ]);
  });

  it('shows charges that staff have reversed', async () => {
    const service = world.get(ReverseUnmatchedChargeService); // commands have no connector for the sandbox's operator
    const other = await bookedElsewhere();
    for (const reference of [charge, charge, other]) expect(await service.run('orange', reference)).toBe('reversed');
    const [row] = await world.database.query<{ reference: string }[]>('SELECT reference FROM direct_billing_charge');
    expect(await service.run('orange', row?.reference ?? '')).toBe('known');
    expect((await run('directbilling', 'reverse-unmatched', 'orange', uuidToReference(row?.reference ?? ''))).err).toContain(
      'The gateway knows this charge',
    );
    const found = await until(unmatched, (records) => records.some(({ outcome }: { outcome: string }) => outcome === 'reversed'));
    const of = (wanted: string) => found.filter(({ reference }: { reference: string }) => reference === wanted);
    expect(of(charge)).toMatchObject([{ outcome: 'reversed', amount: '13.62' }]);
    expect(of(other)).toMatchObject([{ outcome: 'reversed' }]);
    expect(await world.ledgerSum()).toBe(0);
  });

  it('shows no reversal before the operator has confirmed it', async () => {
    const service = world.get(ReverseUnmatchedChargeService);
    const connectors = world.get(OperatorConnectors);
    const reference = await bookedElsewhere();
    const reverse = jest.spyOn(connectors.of('orange') as OperatorConnector, 'reverse').mockResolvedValueOnce({ outcome: 'pending' });
    expect(await service.run('orange', reference)).toBe('pending');
    expect(await service.run('orange', randomUUID())).toBe('not_booked'); // the operator was polled, and has no such charge
    jest.spyOn(connectors, 'of').mockReturnValueOnce(null);
    expect(await service.run('orange', reference)).toBe('no_connector');
    expect(reverse).toHaveBeenCalledTimes(1);
    const found = await until(unmatched, (records) => records.some((record: { reference: string }) => record.reference === reference));
    expect(found.filter((record: { reference: string }) => record.reference === reference)).toMatchObject([{ outcome: 'booked' }]);
    jest.restoreAllMocks();
  });

  it('lists all records, also more than one batch', async () => {
    const path = join(folder, 'play.csv');
    const references = times(1_200, () => randomUUID());
    await writeFile(path, `reference,amount\n${references.map((reference) => `${reference},1.00\n`).join('')}`);
    const { id } = await json(
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
    const listed = new Set((await unmatched()).map(({ reference }: { reference: string }) => reference));
    expect(references.filter((reference) => !listed.has(reference))).toEqual([]);
    expect(await json('settlement', 'discrepancies', id, '--limit', '1200')).toHaveLength(1_200);
    expect((await run('settlement', 'discrepancies', id, '--limit', '1199')).err).toBe(
      'The list ends after 1199, and there is more: give a larger --limit.\n',
    );
  });

  it('shows only records since the given time', async () => {
    expect((await run('transaction', 'unmatched', '--since', '2999-01-01')).out).toContain('Nothing unmatched since');
  });
});
