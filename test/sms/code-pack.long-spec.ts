import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PackStockQuery } from '../../src/products/sms/codes/pack-stock.query.js';
import { UploadPackService, type UploadResult } from '../../src/products/sms/codes/upload-pack.service.js';
import { InboundQueries } from '../../src/products/sms/inbound/inbound.queries.js';
import { startWorld, type World } from '../support/world.js';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from './sms-shop.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
});
afterAll(() => world.stop());

const packShop = (): Promise<SmsShop> => createSmsShop(world, { type: 'CODE_PACK' });
const codesOf = (count: number, prefix = ''): string[] =>
  Array.from(
    { length: count },
    (_, i) =>
      prefix +
      (i + 1)
        .toString(36)
        .toUpperCase()
        .padStart(6 - prefix.length, '0'),
  );

async function* lines(texts: Iterable<string>): AsyncIterable<string> {
  await Promise.resolve();
  yield* texts;
}
const upload = (shop: SmsShop, codes: Iterable<string>): Promise<UploadResult> =>
  world.get(UploadPackService).run(shop.serviceId, lines(codes));
const stock = (shop: SmsShop): Promise<{ free: number; taken: number }> => world.get(PackStockQuery).countCodes(shop.serviceId);

describe('a code pack', () => {
  it('allocates its codes in the order of the file', async () => {
    const shop = await packShop();
    const codes = ['FIRST1', 'SECND2', 'THIRD3'];
    await upload(shop, codes);
    for (const code of codes) expect(await shop.buyCode()).toBe(code);
    expect(await stock(shop)).toEqual({ free: 0, taken: 3 });
    expect((await shop.check('SECND2')).body.data.used).toBe(false);
  });

  it('rejects and stores messages while it is empty, and sells again after the next upload', async () => {
    const shop = await packShop();
    const rejected = await shop.receive({ id: 'empty-pack' });
    expect([rejected.status, rejected.text]).toEqual([200, expect.stringMatching(/^Usluga jest chwilowo niedostepna/)]);
    expect((await shop.get('/transactions')).body.pagination.total).toBe(0);
    const [stored] = await world.get(InboundQueries).messages({ outcome: 'pack_empty', serviceId: shop.serviceId, limit: 10 });
    expect(stored).toMatchObject({ messageId: 'empty-pack', transactionId: null, reply: rejected.text });
    await upload(shop, ['LATER1']);
    expect(await shop.buyCode()).toBe('LATER1');
    expect((await shop.receive({ id: 'empty-pack' })).text).toBe(rejected.text);
  });

  it('allocates each of its 50 codes once to 50 concurrent messages', async () => {
    const shop = await packShop();
    const codes = codesOf(50, 'R');
    await upload(shop, codes);
    const sold = await Promise.all(codes.map(() => shop.buyCode()));
    expect([...sold].sort()).toEqual([...codes].sort());
    expect(await stock(shop)).toEqual({ free: 0, taken: 50 });
    expect(await world.ledgerSum()).toBe(0);
  });

  it('rejects the remaining messages when more arrive than it has codes', async () => {
    const shop = await packShop();
    await upload(shop, codesOf(10, 'F'));
    const responses = await Promise.all(Array.from({ length: 30 }, () => shop.receive()));
    expect(responses.filter(({ text }) => /code: F/.test(text))).toHaveLength(10);
    expect(responses.filter(({ text }) => text.startsWith('Usluga'))).toHaveLength(20);
    expect((await shop.get('/transactions')).body.pagination.total).toBe(10);
  });
});

describe('an upload of a code pack', () => {
  it('reports duplicates and malformed lines with their line numbers', async () => {
    const shop = await packShop();
    await upload(shop, ['OLD001']);
    const result = await upload(shop, [
      '\ufeffNEW001',
      '',
      '  NEW002 ',
      'OLD001',
      'NEW001',
      'with blank',
      'zażółć',
      'x'.repeat(65),
      'NEW003',
    ]);
    expect(result).toEqual({
      added: 3,
      duplicates: 2,
      malformed: 3,
      refused: [
        { line: 6, code: 'with blank', why: 'form' },
        { line: 7, code: 'zażółć', why: 'form' },
        { line: 8, code: 'x'.repeat(65), why: 'form' },
        { line: 4, code: 'OLD001', why: 'duplicate' },
        { line: 5, code: 'NEW001', why: 'duplicate' },
      ],
    });
    expect(await shop.buyCode()).toBe('OLD001');
    expect(await shop.buyCode()).toBe('NEW001');
  });

  it('adds 100,000 codes, and adds nothing when it is repeated', async () => {
    const shop = await packShop();
    const codes = codesOf(100_000);
    const progress: number[] = [];
    expect(await world.get(UploadPackService).run(shop.serviceId, lines(codes), (done) => progress.push(done))).toMatchObject({
      added: 100_000,
      duplicates: 0,
    });
    expect(progress.at(-1)).toBe(100_000);
    expect(await upload(shop, codes)).toMatchObject({ added: 0, duplicates: 100_000 });
    expect(await stock(shop)).toEqual({ free: 100_000, taken: 0 });
    expect(await shop.buyCode()).toBe(codes[0]);
  });

  it('adds each code once when a second upload has the same codes in another order at the same time', async () => {
    const shop = await packShop();
    const codes = codesOf(6_000);
    const results = await Promise.all([upload(shop, codes), upload(shop, codes.toReversed())]);
    expect(results.map(({ added, duplicates }) => added + duplicates)).toEqual([6_000, 6_000]);
    expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(6_000);
  });

  it('may have the same codes as the pack of another service', async () => {
    const [first, second] = [await packShop(), await packShop()];
    await upload(first, ['SHARED']);
    await upload(second, ['SHARED']);
    expect([await first.buyCode(), await second.buyCode()]).toEqual(['SHARED', 'SHARED']);
    expect((await first.check('SHARED')).body.data.used).toBe(false);
    expect((await second.check('SHARED')).body.data.used).toBe(false);
  });
});
