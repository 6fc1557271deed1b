import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dateInYears, endOfDay } from '../support/days-ahead.js';
import { startWorld, type World } from '../support/world.js';
import { type LinkShop, linkShop } from './support/link-shop.js';

let world: World;
let shop: LinkShop;
beforeAll(async () => {
  world = await startWorld();
  shop = await linkShop(world);
});
afterAll(() => world.stop());

const AMOUNT_RULE = 'must be a number greater than 0 and at most 999999.99, with at most two decimals.';

describe('POST /payment/{serviceId}/links', () => {
  it('responds with the fields of the link, its URL and the URL of its QR code', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000 * 30).toISOString();
    const request = { amount: 49.9, description: 'A golden sword', control: 'order-1', singleUse: true, expiresAt };
    const { status, body } = await shop.create(request);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: 'link_active',
      closed: null,
      amount: 49.9,
      min_amount: null,
      max_amount: null,
      currency: 'PLN',
      description: 'A golden sword',
      control: 'order-1',
      single_use: true,
    });
    expect(new Date(body.data.expires_at as string).getTime()).toBe(Math.floor(Date.parse(expiresAt) / 1000) * 1000);
    expect(body.data.url).toMatch(/^https:\/\/pay\.example\.test\/pay\/link\/[A-Za-z0-9_-]{43}$/);
    expect(body.data.qr_url).toBe(`${body.data.url}/qr.svg`);
  });

  it('requires no field, accepts limits of the amount that the payer chooses, and interprets a date as the end of that day', async () => {
    const lastDay = dateInYears(4);
    const { body } = await shop.create({ minAmount: 5, maxAmount: 50.5, currency: 'EUR', expiresAt: lastDay });
    expect(body.data).toMatchObject({ amount: null, min_amount: 5, max_amount: 50.5, currency: 'EUR', single_use: false, control: null });
    expect(body.data.expires_at).toBe(endOfDay(lastDay));
    expect((await shop.create({})).body.data).toMatchObject({ amount: null, expires_at: null, description: null });
  });

  it.each([
    [{ amount: 0 }, 'amount', `The amount ${AMOUNT_RULE}`],
    [{ amount: 1.234 }, 'amount', `The amount ${AMOUNT_RULE}`],
    [{ amount: 60_000, currency: 'PLN' }, 'amount', expect.stringMatching(/^The channels of this payment take amounts from/)],
    [{ minAmount: '5' }, 'minAmount', `The minAmount ${AMOUNT_RULE}`],
    [{ amount: 5, minAmount: 1 }, 'minAmount', 'The minAmount is for links without an amount.'],
    [{ amount: 5, maxAmount: 9 }, 'maxAmount', 'The maxAmount is for links without an amount.'],
    [{ minAmount: 5, maxAmount: 4.99 }, 'maxAmount', 'The maxAmount must not be less than the minAmount.'],
    [{ minAmount: 999_000 }, 'minAmount', expect.stringMatching(/^The channels of this payment take amounts from/)],
    [{ maxAmount: 0.01 }, 'maxAmount', expect.stringMatching(/^The channels of this payment take amounts from/)],
    [{ currency: 'pln' }, 'currency', 'The currency must be three capital letters, such as PLN.'],
    [{ currency: 'XXX' }, 'currency', 'There is no exchange rate for XXX.'],
    [{ description: 'x'.repeat(65) }, 'description', expect.stringContaining('64 characters')],
    [{ description: 'card 4111 1111 1111 1111' }, 'description', 'A card number must not be sent here.'],
    [{ description: '\ud800' }, 'description', expect.any(String)],
    [{ control: 'x'.repeat(256) }, 'control', expect.stringContaining('255 characters')],
    [{ singleUse: 'yes' }, 'singleUse', 'The singleUse must be true or false.'],
    [
      { expiresAt: 'tomorrow' },
      'expiresAt',
      'The expiresAt must be a valid date such as 2030-12-31, or date and time such as 2030-12-31T10:00:00+01:00.',
    ],
    [{ expiresAt: '2020-01-01' }, 'expiresAt', 'The expiresAt must lie in the future.'],
    [{ expiresAt: '2099-01-01' }, 'expiresAt', 'The expiresAt must lie at most 10 years ahead.'],
  ])('rejects %j', async (request, field, message) => {
    const { status, body } = await shop.create(request);
    expect([status, body.errorCode, body.errors]).toEqual([422, 'VALIDATION_ERROR', { [field]: [message] }]);
  });

  it('responds with the same link when it is repeated with its idempotency key', async () => {
    const call = { headers: { 'Idempotency-Key': 'link-once' } };
    const [first, again] = [await shop.create({ amount: 7 }, call), await shop.create({ amount: 7 }, call)];
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('writes an audit entry with the token', async () => {
    const { id } = await shop.createPaymentLink({ amount: 3 });
    const rows = await world.database.query('SELECT author, door, action FROM audit_entry WHERE subject_id = $1', [id]);
    expect(rows).toEqual([{ author: `token ${shop.shop.tokenId}`, door: 'api', action: 'link.create' }]);
  });
});

describe('links of a service', () => {
  it('are listed newest first, and can be filtered by status, control and time', async () => {
    const newShop = await linkShop(world);
    const [first, second] = [
      await newShop.createPaymentLink({ amount: 1, control: 'a' }),
      await newShop.createPaymentLink({ amount: 2, control: 'b' }),
    ];
    expect((await newShop.disable(second.id)).status).toBe(204);
    const ids = async (query: string) => (await newShop.get(query)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([second.id, first.id]);
    expect(await ids('?filter[status]=link_active')).toEqual([first.id]);
    expect(await ids('?filter[control]=b')).toEqual([second.id]);
    expect(await ids('?filter[from]=2099-01-01T00:00:00Z')).toEqual([]);
    expect((await newShop.get('?limit=1')).body.pagination).toMatchObject({ total: 2 });
    expect((await newShop.get('?filter[status]=x')).status).toBe(422);
  });

  it('can be disabled twice, and cannot be enabled or changed in the database', async () => {
    const { id } = await shop.createPaymentLink();
    expect((await shop.disable(id)).status).toBe(204);
    expect((await shop.disable(id)).status).toBe(204);
    expect((await shop.get(`/${id}`)).body.data).toMatchObject({ status: 'link_disabled', closed: 'disabled', payments: [] });
    await expect(world.asOwner("UPDATE payment_link SET status = 'link_active' WHERE id = $1", [id])).rejects.toThrow(/no transition/);
    await expect(world.asOwner('UPDATE payment_link SET amount_minor = 1 WHERE id = $1', [id])).rejects.toThrow(/cannot be changed/);
  });

  it.each([
    ['not JSON', '{', 400, 'MALFORMED_JSON'],
    ['text that cannot be stored', '{"\\u0000":1}', 422, 'VALIDATION_ERROR'],
    ['too long', `"${'x'.repeat(256 * 1024)}"`, 413, 'PAYLOAD_TOO_LARGE'],
  ])('are not disabled by a request whose body is %s', async (_, body, status, errorCode) => {
    const { id } = await shop.createPaymentLink();
    expect(await shop.disable(id, { body, headers: { 'Content-Type': 'application/json' } })).toMatchObject({
      status,
      body: { errorCode },
    });
    expect((await shop.get(`/${id}`)).body.data.status).toBe('link_active');
  });

  it('are not found by another partner, or under another service of the partner', async () => {
    const { id } = await shop.createPaymentLink();
    const [foreign, sibling] = [await linkShop(world), await linkShop(world, { shop: shop.shop })];
    for (const other of [foreign, sibling]) {
      const responses = [await other.get(`/${id}`), await other.disable(id)];
      const responsesForUnknown = [await other.get('/018f4e9a-0000-7000-8000-000000000001'), await other.disable('x')];
      expect(responses.map(({ status, body }) => [status, body.errorCode])).toEqual([
        [404, 'ROUTE_NOT_FOUND'],
        [404, 'ROUTE_NOT_FOUND'],
      ]);
      expect(responses.map(({ body }) => ({ ...body, requestId: '' }))).toEqual(
        responsesForUnknown.map(({ body }) => ({ ...body, requestId: '' })),
      );
      expect((await other.get()).body.data).toEqual([]);
    }
    expect((await shop.get(`/${id}`, { token: foreign.shop.token })).body.errorCode).toBe('SERVICE_NOT_FOUND');
  });
});
