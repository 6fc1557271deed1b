import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { moveToNoon } from '../support/noon.js';
import { startWorld, type World } from '../support/world.js';
import type { FakeAcquirer } from './support/fake-acquirer.js';
import { paymentWorld } from './support/payment-shop.js';
import { subscriptionShop, type SubscriptionShop } from './support/subscription-shop.js';

let world: World;
let shop: SubscriptionShop;
let transactionId: string;
let acquirer: FakeAcquirer;
beforeAll(async () => {
  world = await startWorld();
  await moveToNoon(world);
  const payments = paymentWorld(world);
  acquirer = payments.acquirer;
  shop = await subscriptionShop(payments);
  transactionId = await shop.createRecurringPayment(0);
});
afterAll(() => world.stop());

const ALIAS = { value: 'input', type: 'PAYID', label: 'Books' };
/** Texts that cannot be shown as one line in a bank’s app. */
const NOT_A_LINE = ['   ', '\n', '\t', '\u00a0', '\u200b', 'a\nb', 'a\u2028b'];
const yearsAhead = (years: number): string => DateTime.fromISO(shop.termsDate(0)).plus({ years }).toISODate() ?? '';
const nextYear = new Date().getUTCFullYear() + 1;
const nextDay = (day: string): string => DateTime.fromISO(day).plus({ days: 1 }).toISODate() ?? '';
/** The fields with an error after one field of a valid request was changed. */
const rejectedFields = async (change: Record<string, unknown>): Promise<string[]> => {
  const response = await shop.subscribe(await shop.createRequestBody({ transactionId, ...change }));
  expect([response.status, response.body.errorCode]).toEqual([422, 'VALIDATION_ERROR']);
  return Object.keys(response.body.errors);
};

describe('a subscription is rejected', () => {
  it.each([123456, '12345', '1234567', '١٢٣٤٥٦', '123 456', ' 123456', '123456\n', '12345a', null, '', ['123456'], true])(
    'with the code %j',
    async (T6) => expect(await rejectedFields({ ticket: { T6 } })).toEqual(['ticket.T6']),
  );

  it.each([
    ['transactionId', { transactionId: 7 }],
    ['transactionId', { transactionId: null }],
    ['ticket', { ticket: '777123' }],
    ['ticket', { ticket: null }],
    ['alias', { alias: 'customer-7' }],
    ['alias.value', { alias: { ...ALIAS, value: '' } }],
    ['alias.value', { alias: { ...ALIAS, value: 7 } }],
    ['alias.value', { alias: { ...ALIAS, value: 'x'.repeat(129) } }],
    ['alias.type', { alias: { ...ALIAS, type: 'UID' } }],
    ['alias.type', { alias: { ...ALIAS, type: undefined } }],
    ['alias.label', { alias: { ...ALIAS, label: 'x'.repeat(36) } }],
    ['alias.label', { alias: { ...ALIAS, label: '4111 1111 1111 1111' } }],
    ['descriptions', { descriptions: 'Books' }],
    ['descriptions.line2', { descriptions: { line1: 'x'.repeat(35), line2: 'x'.repeat(36) } }],
    ['descriptions.line3', { descriptions: { line3: 7 } }],
    ['options', { options: 'O' }],
    ['options', { options: undefined }],
    ['options.model', { options: {} }],
    ['options.model', { options: { model: 'a' } }],
    ['options.model', { options: { model: ['O'] } }],
    ['options.currency', { options: { model: 'O', currency: 'EUR' } }],
    ['options.currency', { options: { model: 'O', currency: 'pln' } }],
  ])('with an invalid %s: %j', async (field, change) => expect(await rejectedFields(change)).toEqual([field]));

  it.each(NOT_A_LINE)('with the value or label %j of its alias', async (text) => {
    expect(await rejectedFields({ alias: { ...ALIAS, label: text } })).toEqual(['alias.label']);
    expect(await rejectedFields({ alias: { ...ALIAS, value: text } })).toEqual(['alias.value']);
  });

  it.each(['0D', '1000D', '1w', '1', 'M', '01M', '-1M', '1.5M', ' 1M', 1, null, {}])(
    'of model A with the frequency %j',
    async (frequency) => expect(await rejectedFields({ options: shop.modelATerms({ frequency }) })).toEqual(['options.frequency']),
  );

  it.each(['2026-02-30', '2027-02-29', '2026-13-01', '01.12.2026', 'soon', 20261201, '2020-01-01', '2020-01-01T10:00:00Z', null])(
    'of model A that begins on %j',
    async (initiationDate) =>
      expect(await rejectedFields({ options: shop.modelATerms({ initiationDate, expiresAt: shop.termsDate(3_000) }) })).toEqual([
        'options.initiationDate',
      ]),
  );

  it.each(['A', 'O', 'M'])(
    'of model %s that begins more than ten years ahead, in the past, or at a date or time that does not exist',
    async (model) => {
      const options = model === 'A' ? shop.modelATerms({ expiresAt: shop.termsDate(3_000) }) : { model };
      const tenYears = yearsAhead(10);
      for (const initiationDate of [yearsAhead(11), `${nextDay(tenYears)}T00:00:00`, nextDay(tenYears), '9999-12-31', shop.termsDate(-1)])
        expect([initiationDate, await rejectedFields({ options: { ...options, initiationDate } })]).toEqual([
          initiationDate,
          ['options.initiationDate'],
        ]);
      expect(await rejectedFields({ options: { ...options, initiationDate: '2030-03-31T02:30:00' } })).toEqual(['options.initiationDate']);
      expect(await rejectedFields({ options: { ...options, initiationDate: '2030-02-30' } })).toEqual(['options.initiationDate']);
    },
  );

  it.each([
    '2027-02-30',
    '2030-03-31T02:30:00',
    '2020-01-01',
    '2020-01-01T10:00:00Z',
    'never',
    `${nextYear + 10}-12-31T00:00:00Z`,
    '9999-12-31',
    null,
  ])('of model A that ends on %j', async (expiresAt) =>
    expect(await rejectedFields({ options: shop.modelATerms({ expiresAt }) })).toEqual(['options.expiresAt']),
  );

  it('that ends eleven years ahead, yesterday or before it begins, or begins yesterday', async () => {
    for (const expiresAt of [shop.termsDate(11 * 365), shop.termsDate(-1)])
      expect(await rejectedFields({ options: { model: 'O', expiresAt } })).toEqual(['options.expiresAt']);
    expect(await rejectedFields({ options: { model: 'M', initiationDate: shop.termsDate(10), expiresAt: shop.termsDate(9) } })).toEqual([
      'options.expiresAt',
    ]);
    expect(await rejectedFields({ options: { model: 'M', initiationDate: shop.termsDate(-1) } })).toEqual(['options.initiationDate']);
  });

  it.each(['amountLimitPerTransaction', 'amountLimitTotal'])('of model A with an invalid %s', async (name) => {
    for (const value of [0, -1, 1.234, 1_000_000, '30', null, true])
      expect(await rejectedFields({ options: shop.modelATerms({ [name]: value }) })).toEqual([`options.${name}`]);
  });

  it('of model A with a total below one charge, or with an invalid count', async () => {
    expect(await rejectedFields({ options: shop.modelATerms({ amountLimitTotal: 29.99 }) })).toEqual(['options.amountLimitTotal']);
    for (const transactionsCountLimit of [0, -1, 1.5, '12', 100_001, true])
      expect(await rejectedFields({ options: shop.modelATerms({ transactionsCountLimit }) })).toEqual(['options.transactionsCountLimit']);
  });

  it.each([
    ['A', [], ['amountLimitPerTransaction', 'amountLimitTotal', 'frequency', 'initiationDate', 'expiresAt']],
    ['O', ['amountLimitPerTransaction', 'amountLimitTotal', 'transactionsCountLimit', 'frequency'], []],
    ['M', ['amountLimitPerTransaction', 'amountLimitTotal', 'transactionsCountLimit'], []],
  ])(
    'of model %s with fields that the model excludes, or without fields that it requires',
    async (model, excludedFields, requiredFields) => {
      const allOptions = { ...shop.modelATerms({ transactionsCountLimit: 4 }), model };
      if (excludedFields.length > 0)
        expect(await rejectedFields({ options: allOptions })).toEqual(excludedFields.map((name) => `options.${name}`));
      if (requiredFields.length > 0)
        expect(await rejectedFields({ options: { model } })).toEqual(requiredFields.map((name) => `options.${name}`));
    },
  );

  it('for an unknown payment or a payment of another channel', async () => {
    for (const id of ['x', '8c1b6a2e-93d4-4f0e-a7c5-2d1e0f9b8a76'])
      expect((await shop.subscribe(await shop.createRequestBody({ transactionId: id }))).body).toEqual({
        success: false,
        errorCode: 'TRANSACTION_NOT_FOUND',
      });
    const other = await shop.subscribe(await shop.createRequestBody({ transactionId: await shop.createNewPayment() }));
    expect([other.status, other.body.errorCode]).toEqual([400, 'CHANNEL_NOT_USABLE']);
  });
});

describe('a subscription is accepted', () => {
  it.each([
    { model: 'O', initiationDate: null, expiresAt: null, frequency: null, amountLimitTotal: null },
    { model: 'M', frequency: '999Y', currency: 'PLN', something: 'else' },
    { model: 'O', expiresAt: `${nextYear}-06-01T12:00:00+02:00` },
    { model: 'O', expiresAt: `${nextYear}-06-01T12:00:00+02` },
  ])('with %j', async (options) => expect((await shop.subscribe(await shop.createRequestBody({ options }))).status).toBe(201));

  it('of model A from today until ten years from now, with and without a count', async () => {
    const tenYears = yearsAhead(10);
    for (const change of [{}, { transactionsCountLimit: 12 }]) {
      const options = shop.modelATerms({ initiationDate: shop.termsDate(0), expiresAt: tenYears, ...change });
      expect((await shop.subscribe(await shop.createRequestBody({ options }))).status).toBe(201);
    }
  });

  it('of model O or M that begins in ten years', async () => {
    for (const model of ['O', 'M'])
      expect((await shop.subscribe(await shop.createRequestBody({ options: { model, initiationDate: yearsAhead(10) } }))).status).toBe(201);
  });

  it('with a label of 35 characters, or without one: then the app shows the name of the service', async () => {
    const value = (suffix: string): string => `label-${suffix}`;
    await shop.subscribe(await shop.createRequestBody({ alias: { ...ALIAS, value: value('long'), label: 'ż'.repeat(35) } }));
    await shop.subscribe(await shop.createRequestBody({ alias: { value: value('none'), type: 'PAYID', label: null } }));
    expect(shop.fakeMandates.registered.slice(-2).map(({ alias }) => alias.label)).toEqual(['ż'.repeat(35), 'Books']);
  });

  it('only of a model that the acquirer supports, and only with an amount when the acquirer has no setup payments', async () => {
    const capability = acquirer.capabilities['blik-recurrent'];
    const subscribeWithCapability = async (
      recurring: { models: readonly ('A' | 'O' | 'M')[]; supportsSetupPayments: boolean } | null,
      body: Record<string, unknown>,
    ) => {
      if (capability) acquirer.capabilities['blik-recurrent'] = { ...capability, recurring: recurring && { ...recurring, banks: [] } };
      const response = await shop.subscribe(body);
      if (capability) acquirer.capabilities['blik-recurrent'] = capability;
      return [response.status, response.body.errorCode];
    };
    const registrations = shop.fakeMandates.registered.length;
    const rejection = [400, 'RECURRING_NOT_SUPPORTED'];
    expect(
      await subscribeWithCapability(
        { models: ['O'], supportsSetupPayments: true },
        await shop.createRequestBody({ options: shop.modelATerms() }),
      ),
    ).toEqual(rejection);
    expect(
      await subscribeWithCapability(
        { models: ['O'], supportsSetupPayments: true },
        await shop.createRequestBody({ options: { model: 'M' } }),
      ),
    ).toEqual(rejection);
    expect(await subscribeWithCapability(null, await shop.createRequestBody())).toEqual(rejection);
    expect(await subscribeWithCapability({ models: ['O'], supportsSetupPayments: false }, await shop.createRequestBody())).toEqual(
      rejection,
    );
    expect(shop.fakeMandates.registered).toHaveLength(registrations);
    expect(
      await subscribeWithCapability(
        { models: ['O'], supportsSetupPayments: false },
        await shop.createRequestBody({ transactionId: await shop.createRecurringPayment(5) }),
      ),
    ).toEqual([201, undefined]);
  });
});

describe('a charge is rejected', () => {
  it.each([
    ['transactionId', { transactionId: 7 }],
    ['attempt', { attempt: -1 }],
    ['attempt', { attempt: 10 }],
    ['attempt', { attempt: 1.5 }],
    ['attempt', { attempt: '0' }],
    ['descriptions.line1', { descriptions: { line1: 'x'.repeat(36) } }],
    ['alias', { alias: 'Books' }],
    ['alias.label', { alias: { label: 'x'.repeat(36) } }],
    ...NOT_A_LINE.map((label): [string, object] => ['alias.label', { alias: { label } }]),
    ['alias.noDelay', { alias: { noDelay: 'yes' } }],
  ])('with an invalid %s: %j', async (field, change) => {
    const { id, aliasId } = await shop.createActive();
    const response = await shop.autopay(id, { transactionId: await shop.createRecurringPayment(), ...change });
    expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([422, [field]]);
    const [alias] = await world.database.query<{ label: string }[]>('SELECT label FROM payment_alias WHERE id = $1', [aliasId]);
    expect(alias?.label).toBe('Books of the month');
  });
});
