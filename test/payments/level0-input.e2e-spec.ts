import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from '../support/world.js';
import { createLevel0Shop } from './support/alias-world.js';
import type { FakeAcquirer } from './support/fake-acquirer.js';
import type { Level0Shop } from './support/level0-shop.js';
import { paymentWorld } from './support/payment-shop.js';

const TICKET = { ticket: { T6: '777123' } };
const UNKNOWN = '8c1b6a2e-93d4-4f0e-a7c5-2d1e0f9b8a76';

let world: World;
let acquirer: FakeAcquirer;
let level0: Level0Shop;
let payment: string;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  ({ acquirer, level0 } = await createLevel0Shop(world, paymentWorld(world)));
  payment = await level0.createUnpaidPayment();
});
afterAll(() => world.stop());

describe('POST …/blik/level0 rejects', () => {
  it.each([
    ['a number', 777123],
    ['five digits', '77712'],
    ['seven digits', '7771234'],
    ['Arabic digits', '٧٧٧١٢٣'],
    ['full-width digits', '７７７１２３'],
    ['a space within', '777 123'],
    ['a space before', ' 777123'],
    ['a line break after', '777123\n'],
    ['a letter', '77712a'],
    ['empty text', ''],
    ['null', null],
    ['true', true],
    ['a list', ['777123']],
    ['an object', { code: '777123' }],
    ['a sign', '+77712'],
    ['a fraction', '777.12'],
  ])('an invalid code with 422: %s', async (_, T6) => {
    const response = await level0.pay(payment, { ticket: { T6 } });
    expect([response.status, response.body.errors]).toEqual([422, { 'ticket.T6': ['The T6 must be text of six digits.'] }]);
    expect(acquirer.started).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['an empty body', {}, ['ticket']],
    ['a body of nulls', { ticket: null, alias: null }, ['ticket']],
    ['a ticket that is text', { ticket: '777123' }, ['ticket']],
    ['a ticket that is a list', { ticket: ['777123'] }, ['ticket']],
    ['a ticket without a code', { ticket: {} }, ['ticket.T6']],
    ['an alias that is text', { alias: 'customer-7' }, ['alias']],
    ['an empty alias', { alias: {} }, ['alias.value', 'alias.type']],
    ['an alias without a type', { alias: { value: 'v' } }, ['alias.type']],
    ['an alias of type PAYID', { alias: { value: 'v', type: 'PAYID' } }, ['alias.type']],
    ['an alias with an empty value', { alias: { value: '', type: 'UID' } }, ['alias.value']],
    ['an alias with a value of 129 characters', { alias: { value: 'v'.repeat(129), type: 'UID' } }, ['alias.value']],
    ['an alias with a value that is a number', { alias: { value: 7, type: 'UID' } }, ['alias.value']],
    ['an alias with NUL', { alias: { value: 'a\u0000', type: 'UID' } }, ['alias.value']],
    ['a registration without a label', { ...TICKET, alias: { value: 'v', type: 'UID' } }, ['alias.label']],
    ['a registration with an empty label', { ...TICKET, alias: { value: 'v', type: 'UID', label: '' } }, ['alias.label']],
    ...['   ', '\n', 'a\nb', '\u200b'].flatMap((text): [string, object, string[]][] => [
      [
        `a registration with the label ${JSON.stringify(text)}`,
        { ...TICKET, alias: { value: 'v', type: 'UID', label: text } },
        ['alias.label'],
      ],
      [
        `a registration with the value ${JSON.stringify(text)}`,
        { ...TICKET, alias: { value: text, type: 'UID', label: 'l' } },
        ['alias.value'],
      ],
    ]),
    ['a registration by uuid alone', { ...TICKET, alias: { uuid: UNKNOWN } }, ['alias.value', 'alias.type', 'alias.label']],
    ['a label of 36 characters', { ...TICKET, alias: { value: 'v', type: 'UID', label: 'l'.repeat(36) } }, ['alias.label']],
    ['a blik_id that is a number', { alias: { value: 'v', type: 'UID', blik_id: 7 } }, ['alias.blik_id']],
    ['a uuid that is a number', { alias: { uuid: 7 } }, ['alias.uuid']],
    ['a body that is a list', [], ['body']],
  ])('%s with 422', async (_, body, fields) => {
    const response = await level0.pay(payment, body);
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, fields]);
    expect(acquirer.started).toEqual([]);
  });
});
