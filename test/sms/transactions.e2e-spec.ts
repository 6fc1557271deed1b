import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from '../support/world.js';
import { createSmsShop, GATEWAY_SECRET, PHONE, type SmsShop } from './sms-shop.js';

let world: World;
let shop: SmsShop;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await createSmsShop(world);
});
afterAll(() => world.stop());

describe('an SMS transaction', () => {
  it('is listed and shown with its net value', async () => {
    const code = await shop.buyCode({ to: 7255, time: '2024-01-02 03:04:05' });
    const { body } = await shop.get('/transactions');
    const expected = {
      id: expect.any(Number),
      from: Number(PHONE),
      code,
      used: false,
      send_number: 7255,
      value: 2,
      send_at: '2024-01-02T03:04:05+01:00',
    };
    expect(body.data).toEqual([expected]);
    expect(Object.keys(body.data[0])).toEqual(['id', 'from', 'code', 'used', 'send_number', 'value', 'send_at']);
    expect((await shop.get(`/transactions/${body.data[0].id}`)).body).toEqual({ success: true, data: expected });
  });

  it('of another partner is 404, like unknown and malformed ids', async () => {
    const other = await createSmsShop(world);
    await other.buyCode();
    const foreignId = (await other.get('/transactions')).body.data[0].id as number;
    const ownId = (await shop.get('/transactions')).body.data[0].id as number;
    const ids = [
      foreignId,
      0,
      -1,
      999_999,
      '9007199254740993',
      '9223372036854775807',
      '9223372036854775808',
      '99999999999999999999999999',
      `0${ownId}`,
      `${ownId}.0`,
      `+${ownId}`,
    ];
    for (const id of [...ids, `${ownId}x`, 'abc', '1e3', '0x1', 'NaN', '%20', '%00', "1'--", '٣', '%F0%9F%92%A9']) {
      const response = await shop.get(`/transactions/${id}`);
      expect([id, response.status, response.body]).toEqual([id, 404, { success: false, errorCode: 'TRANSACTION_NOT_FOUND' }]);
    }
  });
});

describe('the list of SMS transactions', () => {
  let listShop: SmsShop;
  const codes: string[] = [];
  beforeAll(async () => {
    listShop = await createSmsShop(world);
    for (let i = 0; i < 20; i += 1)
      codes.push(await listShop.buyCode({ from: i < 3 ? '48600100200' : PHONE, to: i % 4 === 1 ? 92555 : 7055 }));
    for (const code of codes.slice(0, 6)) await listShop.check(code);
  });
  const codesOfPage = async (query: string): Promise<string[]> =>
    (await listShop.get(`/transactions?${query}`)).body.data.map((row: { code: string }) => row.code);

  it('has the newest first, 15 per page, with totals and links', async () => {
    const { body } = await listShop.get('/transactions');
    expect(body.data.map((row: { code: string }) => row.code)).toEqual(codes.toReversed().slice(0, 15));
    expect(body.pagination).toMatchObject({ total: 20, count: 15, per_page: 15, current_page: 1, total_pages: 2 });
    expect(body.pagination.links.next_page).toBe(`https://pay.example.test/sms/${listShop.serviceId}/transactions?page=2`);
  });

  it('can be sorted in the other direction, have other page sizes, and be read past its end', async () => {
    expect(await codesOfPage('sort=created_at&limit=3&page=2')).toEqual(codes.slice(3, 6));
    expect(await codesOfPage('perPage=100')).toHaveLength(20);
    const pastEnd = await listShop.get('/transactions?page=9');
    expect([pastEnd.status, pastEnd.body.data, pastEnd.body.pagination.total]).toEqual([200, [], 20]);
  });

  it('filters by sender, code, use, number and time, with and without encoded brackets', async () => {
    for (const from of ['48600100200', '%2B48600100200'])
      expect(await codesOfPage(`filter[from]=${from}`)).toEqual(codes.slice(0, 3).toReversed());
    expect(await codesOfPage(`filter%5Bcode%5D=${codes[7]}`)).toEqual([codes[7]]);
    for (const usedValue of ['true', '1']) expect(await codesOfPage(`filter[used]=${usedValue}`)).toEqual(codes.slice(0, 6).toReversed());
    for (const unusedValue of ['false', '0']) expect(await codesOfPage(`filter[used]=${unusedValue}&perPage=100`)).toHaveLength(14);
    expect(await codesOfPage('filter[send_number]=92555')).toHaveLength(5);
    expect(await codesOfPage('filter[created_from]=2020-01-01T00:00:00Z&filter[created_to]=2099-01-01T00:00:00Z')).toEqual(
      await codesOfPage(''),
    );
    expect(await codesOfPage('filter[created_from]=2099-01-01T00:00:00Z')).toEqual([]);
    expect(await codesOfPage('filter[created_to]=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await codesOfPage('filter[send_number]=92555&filter[used]=true')).toEqual([codes[5], codes[1]]);
    expect(await codesOfPage('filter[from]=48600100200&filter[send_number]=7055&sort=created_at')).toEqual([codes[0], codes[2]]);
    expect(await codesOfPage('filter[code]=NOSUCH')).toEqual([]);
  });

  it('has totals and links of the filtered rows', async () => {
    const total = async (query: string): Promise<number> => (await listShop.get(`/transactions?${query}`)).body.pagination.total;
    expect(
      await Promise.all(['filter[used]=true', 'filter[used]=false', 'filter[send_number]=92555', 'filter[from]=48600999999'].map(total)),
    ).toEqual([6, 14, 5, 0]);
    const { links } = (await listShop.get('/transactions?filter[used]=false&limit=5&page=2')).body.pagination;
    expect(new URL(links.next_page).searchParams.get('filter[used]')).toBe('false');
  });

  it.each([
    ['filter[from]=abc', 'filter.from'],
    ['filter[from]=48500600700x', 'filter.from'],
    ['filter[from]=', 'filter.from'],
    ['filter[from]=1234567890123456', 'filter.from'],
    ['filter[from][]=48500600700', 'filter.from'],
    ['filter[code]=%00', 'filter.code'],
    [`filter[code]=${'x'.repeat(65)}`, 'filter.code'],
    ['filter[used]=maybe', 'filter.used'],
    ['filter[used]=', 'filter.used'],
    ['filter[used]=constructor', 'filter.used'],
    ['filter[send_number]=7056', 'filter.send_number'],
    ['filter[send_number]=x', 'filter.send_number'],
    ['filter=abc', 'filter'],
    ['page=0', 'page'],
    ['perPage=101', 'perPage'],
    ['sort=id', 'sort'],
  ])('rejects the query %s', async (query, field) => {
    const { status, body } = await listShop.get(`/transactions?${query}`);
    expect([status, body.errorCode, Object.keys(body.errors)]).toEqual([422, 'VALIDATION_ERROR', [field]]);
  });
});
