import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { type PaymentShop, paymentWorld } from './support/payment-shop.js';
import { fullRequestWith, FULL_REQUEST } from './support/full-request.js';

let world: World;
let shop: PaymentShop;
beforeAll(async () => {
  world = await startWorld();
  shop = await paymentWorld(world).openPaymentShop();
});
afterAll(() => world.stop());

/** A UUID of version 4 is random, so that nobody can guess the id of a payment. */
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a create request with one invalid field', () => {
  // create-fields.spec.ts tests each field.
  it.each([
    ['customer.email', 'a@', 'The email must be a valid e-mail address.'],
    ['cart.0.price', '1', 'The price must be a number greater than 0 and at most 999999.99, with at most two decimals.'],
  ])('gets the error of %s', async (path, value, message) => {
    const { status, body } = await shop.create({}, { body: fullRequestWith(path, value) });
    expect([status, body.errorCode, body.errors]).toEqual([422, 'VALIDATION_ERROR', { [path]: [message] }]);
  });

  it.each([['x'], [5], [['nope']], [[5]], [{ 0: 'blik' }], [['blik', null]]])('gets an error for channels %j', async (channels) => {
    const { body } = await shop.create({ channels });
    expect(body.errors.channels).toEqual([expect.stringMatching(/^The channels must be a list of channel ids: blik, /)]);
  });

  it.each(['nope', 5, {}, ['blik']])('gets an error for directChannel %j', async (directChannel) => {
    const { body } = await shop.create({ directChannel });
    expect(body.errors.directChannel).toEqual([expect.stringMatching(/^The directChannel must be one of blik, /)]);
  });

  it('gets an error for each required field of an empty billing address', async () => {
    const { body } = await shop.create({ billing: {} });
    expect(Object.keys(body.errors).toSorted()).toEqual(
      ['city', 'country', 'postalCode', 'street', 'surname'].map((name) => `billing.${name}`),
    );
  });
});

describe('a card number', () => {
  it.each(['description', 'customer.name', 'billing.street', 'shipping.company', 'cart.0.name', 'cart.0.producer'])(
    'is rejected in %s, in any notation',
    async (path) => {
      for (const card of ['4111111111111111', 'no. 4111 1111 1111 1111', '4111-1111-1111-1111 12/29']) {
        const { status, body } = await shop.create(fullRequestWith(path, card));
        expect([status, body.errors]).toEqual([422, { [path]: ['A card number must not be sent here.'] }]);
      }
    },
  );

  it.each([
    '４１１１１１１１１１１１１１１１',
    '4111/1111/1111/1111',
    '4111_1111_1111_1111',
    '4111\u200b1111\u200b1111\u200b1111',
    '٤١١١١١١١١١١١١١١١',
  ])('is rejected in the notation %j', async (card) => {
    for (const path of ['description', 'customer.name', 'billing.street', 'cart.0.name'])
      expect((await shop.create(fullRequestWith(path, card))).body.errors).toEqual({ [path]: ['A card number must not be sent here.'] });
  });

  it('is not detected in an e-mail address or in a decimal', async () => {
    const customer = { email: '4111111111111111@example.com' };
    const cart = [{ ...FULL_REQUEST.cart[0], quantity: 41111.11111111111 }];
    expect((await shop.create({ customer, cart, description: 'ask jan4111111111111111@example.com' })).status).toBe(200);
  });

  it('is rejected in fields that the contract does not name, even as a number', async () => {
    const { body } = await shop.create({ ...FULL_REQUEST, customer: { pan: 4111111111111111, more: { x: ['5555 5555 5555 4444'] } } });
    expect(Object.keys(body.errors)).toEqual(['customer.pan', 'customer.more.x.0']);
  });

  it('is accepted in the fields for the partner’s own numbers', async () => {
    const cart = [{ ...FULL_REQUEST.cart[0], code: '4111111111111111' }];
    expect((await shop.create({ control: '4111111111111111', cart })).status).toBe(200);
  });
});

describe('a payment with a direct channel', () => {
  const payer = { customer: { ip: '198.51.100.7', countryCode: 'PL', email: 'jan@example.com' }, antifraud: { useragent: 'Browser/1.0' } };

  it('requires the details of the payer', async () => {
    const { body } = await shop.create({ directChannel: 'mbank' });
    expect(body.errors).toEqual({
      'antifraud.useragent': ['The useragent is required when directChannel is mbank.'],
      'customer.ip': ['The ip is required when directChannel is mbank.'],
      'customer.countryCode': ['The countryCode is required when directChannel is mbank.'],
    });
    expect((await shop.create({ directChannel: 'mbank', ...payer })).status).toBe(200);
  });

  it.each(['blik-level0', 'blik-recurrent'])('%s requires an e-mail address, a payer in Poland and PLN', async (directChannel) => {
    const abroad = { customer: { ip: '198.51.100.7', countryCode: 'de' }, antifraud: { useragent: 'x' } };
    expect((await shop.create({ directChannel, currency: 'EUR', ...abroad })).body.errors).toEqual({
      'customer.email': [`The email is required when directChannel is ${directChannel}.`],
      'customer.countryCode': [`The countryCode must be PL when directChannel is ${directChannel}.`],
      currency: [`The currency must be PLN when directChannel is ${directChannel}.`],
    });
    expect((await shop.create({ directChannel, ...payer })).status).toBe(200);
  });

  it('may have the amount 0 only for a setup payment', async () => {
    expect((await shop.create({ amount: 0, directChannel: 'blik-recurrent', ...payer })).status).toBe(200);
    expect((await shop.create({ amount: 0, directChannel: 'blik-level0', ...payer })).body.errors).toHaveProperty('amount');
  });

  it('is rejected with the reason why the channel cannot be used', async () => {
    const { body } = await shop.create({ directChannel: 'mbank', currency: 'EUR', ...payer });
    expect(body.errors).toEqual({ directChannel: ['The channel mbank takes PLN, not EUR.'] });
  });
});

describe('a payment is rejected', () => {
  it('in a currency without an exchange rate', async () => {
    expect((await shop.create({ currency: 'XAU' })).body.errors).toEqual({ currency: ['There is no exchange rate for XAU.'] });
  });

  it('through channels that cannot take it, with the reason of each channel', async () => {
    const { body } = await shop.create({ channels: ['blik-level0', 'pix'] });
    expect(body.errors).toEqual({
      channels: ['The channel blik-level0 can only be used as directChannel.', 'The channel pix takes BRL, not PLN.'],
    });
  });

  it('with an amount that no channel takes, with one error message about the amount', async () => {
    for (const amount of [0.01, 999_999.99])
      expect((await shop.create({ amount })).body.errors).toEqual({
        amount: [expect.stringMatching(/^The channels of this payment take amounts from \d+\.\d\d to \d+\.\d\d PLN\.$/)],
      });
  });

  it('through a service that is not active, whose payments can still be read', async () => {
    const blocked = await paymentWorld(world).openPaymentShop({ status: 'service_blocked' });
    expect((await blocked.create()).body.errors).toHaveProperty('service');
    expect((await blocked.get('/transactions')).status).toBe(200);
  });
});

describe('a cart', () => {
  const item = (changes: object): object => ({ ...FULL_REQUEST.cart[0], ...changes });
  const linesOf = async (id: string, locale: string): Promise<string> => {
    const page = await fetch(`${world.http.baseUrl}/pay/${id}?lang=${locale}`);
    const html = (await page.text()).replaceAll(/&nbsp;|\u00a0/g, ' ');
    expect(page.status).toBe(200);
    return [...html.matchAll(/<dt>(.*?)<\/dt><dd class="number">(.*?)<\/dd>/g)].map(([, name, price]) => `${name}: ${price}`).join('; ');
  };

  it.each([
    ['1.5', 9.99, '1.5 × Ham: PLN 14.99', '1,5 × Ham: 14,99 zł'],
    ['0.30000000000000004', 10, '0.3 × Ham: PLN 3.00', '0,3 × Ham: 3,00 zł'],
    ['0.10000000000000001', 9.99, '0.1 × Ham: PLN 1.00', '0,1 × Ham: 1,00 zł'],
    ['1e-7', 999_999.99, '1E-7 × Ham: PLN 0.10', '1E-7 × Ham: 0,10 zł'],
    ['0.000001', 0.01, '0.000001 × Ham: PLN 0.00', '0,000001 × Ham: 0,00 zł'],
    ['1e21', 9.99, '1E21 × Ham: PLN 9,990,000,000,000,000,000,000.00', '1E21 × Ham: 9 990 000 000 000 000 000 000,00 zł'],
    ['1000001', 1, '1,000,001 × Ham: PLN 1,000,001.00', '1 000 001 × Ham: 1 000 001,00 zł'],
    ['1', 9.99, 'Ham: PLN 9.99', 'Ham: 9,99 zł'],
  ])('with %s pieces of an item shows their total price', async (quantity, price, english, polish) => {
    const cart = JSON.stringify([item({ name: 'Ham', price, quantity: 0 })]).replace('"quantity":0', `"quantity":${quantity}`);
    const { body } = await shop.create({}, { body: `{"amount":5,"cart":${cart}}` });
    const id = body.data.transactionId as string;
    expect([await linesOf(id, 'en'), await linesOf(id, 'pl')]).toEqual([english, polish]);
    expect((await shop.get(`/transactions/${id}`)).body.data.cart).toEqual([item({ name: 'Ham', price, quantity: Number(quantity) })]);
  });

  it.each(['1e400', '1e-400', '-1e-7', '0.0'])('with %s pieces of an item is rejected', async (quantity) => {
    const cart = JSON.stringify([item({ quantity: 0 })]).replace('"quantity":0', `"quantity":${quantity}`);
    expect((await shop.create({}, { body: `{"amount":5,"cart":${cart}}` })).body.errors).toHaveProperty(['cart.0.quantity']);
  });
});

describe('a number with more digits than a double has', () => {
  it('is rejected where an object is expected', async () => {
    for (const name of ['customer', 'billing', 'returns', 'channelTypes', 'cart'])
      expect([name, (await shop.create({}, { body: `{"amount":5,"${name}":12345678901234567890}` })).body.errors]).toEqual([
        name,
        { [name]: [expect.stringMatching(/^The \w+ must be an? (?:object|list)/)] },
      ]);
    expect((await shop.create({}, { body: '12345678901234567890' })).body.errors).toEqual({
      body: ['The request body must be a JSON object.'],
    });
    expect((await shop.create({}, { body: '{"amount":5,"cart":[12345678901234567890]}' })).body.errors).toEqual({
      'cart.0': ['The cart.0 must be an object.'],
    });
  });
});

describe('a created payment', () => {
  it('leads the payer to its page and is returned as it was sent', async () => {
    const { body } = await shop.create({ ...FULL_REQUEST, unknown: 1 });
    const { transactionId, redirectUrl } = body.data;
    expect(transactionId).toMatch(UUID_V4);
    expect(redirectUrl).toBe(`https://pay.example.test/pay/${transactionId}`);
    const { data } = (await shop.get(`/transactions/${transactionId}`)).body;
    const { billing, shipping, cart, control, description } = FULL_REQUEST;
    expect(data).toMatchObject({
      id: transactionId,
      payer_transaction_id: expect.stringMatching(/^[A-Z0-9]{8}$/),
      status: 'transaction_new',
      amount: { value: 24.6, currency: 'PLN' },
      channel: null,
      control,
      description,
      redirect: { success: 'https://shop.example/paid', failure: 'https://shop.example/failed' },
      customer: { name: 'Jan Kowalski', email: 'jan@example.com', ip: '198.51.100.7', country: 'PL' },
      paid_at: null,
    });
    expect({ billing: data.billing, shipping: data.shipping, cart: data.cart }).toEqual({ billing, shipping, cart });
    expect(data.antifraud).toEqual({ ...FULL_REQUEST.antifraud, steamid: '76561198000000000' });
    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(3_600_000);
  });

  it('keeps keys that the contract does not name, even names of prototype members', async () => {
    const billing = '{"surname":null,"street":"x","city":"y","postalCode":"1","country":"DE","constructor":{"a":1},"__proto__":{"b":2}}';
    const { body } = await shop.create({}, { body: `{"amount":5,"billing":${billing}}` });
    expect((await shop.get(`/transactions/${body.data.transactionId}`)).text).toContain(`"billing":${billing}`);
  });

  it('has the SteamID64 of the payer as text, whether it was sent as a text or a number', async () => {
    for (const json of ['76561198000000001', '"76561198000000001"', '7.6561198e16']) {
      const { body } = await shop.create({}, { body: `{"amount":5,"antifraud":{"steamid":${json}}}` });
      const { steamid } = (await shop.get(`/transactions/${body.data.transactionId}`)).body.data.antifraud;
      expect([json, steamid]).toEqual([json, expect.stringMatching(/^7656119800000000[01]$/)]);
    }
  });

  it('may have null in all optional fields', async () => {
    const names = Object.keys(FULL_REQUEST).filter((name) => name !== 'amount');
    expect((await shop.create(Object.fromEntries(names.map((name) => [name, null])))).status).toBe(200);
  });

  it('is listed with filters and pages', async () => {
    const own = await paymentWorld(world).openPaymentShop();
    const ids: string[] = [];
    for (const index of times(4, (position) => position))
      ids.push(await own.createNewPayment({ control: index % 2 ? 'odd' : 'even', amount: index + 1 }));
    const list = async (query: string): Promise<string[]> =>
      (await own.get(`/transactions?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await list('sort=created_at')).toEqual(ids);
    expect(await list('filter[control]=odd')).toEqual([ids[3], ids[1]]);
    expect(await list('filter[status]=transaction_paid')).toEqual([]);
    expect(await list('filter[channel]=mbank')).toEqual([]);
    expect(await list('filter[from]=2099-01-01T00:00:00Z')).toEqual([]);
    expect(await list('filter[to]=2099-01-01T00:00:00Z&limit=2&page=2&sort=created_at')).toEqual(ids.slice(2));
    const { body } = await own.get('/transactions?limit=3');
    expect(body.pagination).toMatchObject({ total: 4, count: 3, per_page: 3, total_pages: 2 });
    expect(body.data[0]).toMatchObject({ amount: 4, control: 'odd', channel: null, paid_at: null });
  });

  it.each(['filter[status]=nope', 'filter[channel]=nope', 'filter[from]=yesterday', 'page=0', 'limit=101'])(
    'is not listed with the invalid query %s',
    async (query) => {
      expect((await shop.get(`/transactions?${query}`)).status).toBe(422);
    },
  );

  it('does not exist for other partners', async () => {
    const id = await shop.createNewPayment();
    const other = await paymentWorld(world).openPaymentShop();
    expect((await other.get(`/transactions/${id}`)).body.errorCode).toBe('TRANSACTION_NOT_FOUND');
    expect((await shop.get('/transactions/nonsense')).body.errorCode).toBe('TRANSACTION_NOT_FOUND');
    expect((await world.http.get(`/payment/${shop.serviceId}`, { token: other.shop.token })).body.errorCode).toBe('SERVICE_NOT_FOUND');
  });
});

describe('services and their channels', () => {
  it('are listed and shown', async () => {
    const own = await paymentWorld(world).openPaymentShop({ channels: ['mbank', 'card'] });
    const { body } = await world.http.get('/payment', { token: own.shop.token });
    expect(body.data).toEqual([{ id: own.serviceId, name: 'Books', status: 'service_active', created_at: expect.any(String) }]);
    expect((await own.get()).body.data).toEqual(body.data[0]);
    expect((await own.get('/channels')).body.data).toEqual([
      {
        id: 'mbank',
        name: 'mBank',
        type: 'transfer',
        img: 'https://pay.example.test/assets/channel-mbank.svg',
        commission: 1.5,
        currencies: ['PLN'],
        amount: { min: 1, max: 50_000 },
      },
      expect.objectContaining({ id: 'card', commission: 1.9, currencies: expect.arrayContaining(['PLN', 'EUR']) }),
    ]);
    const image = await fetch(`${world.http.baseUrl}/assets/channel-mbank.svg`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it('are used in their new state soon after another process has changed them', async () => {
    const own = await paymentWorld(world).openPaymentShop({ channels: ['mbank', 'card'] });
    const request = { amount: 12.3, channels: ['mbank'] };
    expect((await own.create(request)).status).toBe(200);
    const enable = (enabled: boolean): Promise<unknown> =>
      world.asOwner("UPDATE payment_channel SET enabled = $2 WHERE service_id = $1 AND channel = 'mbank'", [own.serviceId, enabled]);
    await enable(false);
    const { body } = await until(
      () => own.create(request),
      ({ status }) => status === 422,
    );
    expect(body.errors).toEqual({ channels: ['The channel mbank is not enabled for this service.'] });
    await enable(true);
    await until(
      () => own.create(request),
      ({ status }) => status === 200,
    );
  });
});
