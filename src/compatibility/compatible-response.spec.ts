import { describe, expect, it } from '@jest/globals';
import { compatibleResponse, requiredFacts } from './compatible-response.js';
import { type Json, printJson, jsonObjectOf } from './json.js';
import { callKey } from './rule.js';

const responseText = (call: string, tier: 'A' | 'B', text: string, status = 200): string => {
  const [method = '', route = ''] = call.split(' ');
  const body = jsonObjectOf(text) as Json;
  return printJson(compatibleResponse(callKey(method, route), tier, { status, body }, {}).body);
};

const dataOf = (text: string): unknown[] => (JSON.parse(text) as { data: unknown[] }).data;

describe('a number in a response to an older client', () => {
  it.each(['12.30', '12.3', '5.00', '76561198000000000123', '1e3', '0.1'])('keeps its digits %s in every field that gets it', (token) => {
    const text = `{"success":true,"data":{"number":7055,"value":${token},"value_net":${token},"adult":false}}`;
    expect(responseText('GET /sms/numbers/:number', 'A', text)).toBe(
      `{"success":true,"data":{"number":7055,"value":${token},"value_net":${token},"adult":false,"value_gross":${token}}}`,
    );
  });
});

describe('a response for which there is no rule', () => {
  it.each([
    ['a call without rules', 'GET /payment/:serviceId', '{"success":true,"data":{"value":1,"value_net":2}}'],
    ['an error without a code', 'GET /sms/numbers', '{"success":false}'],
    ['a body without success', 'GET /sms/numbers', '{"status":"ok"}'],
  ])('stays unchanged: %s', (_, call, text) => expect(responseText(call, 'B', text)).toBe(text));

  it('needs no facts when it is an error', () => {
    const strict = { status: 404, body: { success: false, errorCode: 'TRANSACTION_NOT_FOUND' } };
    expect(requiredFacts('POST /sms/:', 'B', strict)).toEqual([]);
    expect(requiredFacts('POST /sms/:', 'A', { status: 200, body: { success: true, data: {} } })).toEqual(['message']);
  });
});

describe('an error for an older client', () => {
  it.each([
    ['TRANSACTION_NOT_FOUND', 'There is no such transaction in this service.'],
    ['ALIAS_IS_FULL', 'The request was refused.'],
    ['constructor', 'The request was refused.'],
  ])('has a message for the code %s', (errorCode, message) => {
    const text = JSON.stringify({ success: false, errorCode });
    expect(JSON.parse(responseText('GET /nowhere', 'A', text, 404))).toEqual({
      success: false,
      errorCode,
      message,
      errors: {},
      code: errorCode,
    });
  });

  it('keeps its own message and data', () => {
    const body = { success: false, errorCode: 'ALIAS_NOT_UNIQUE', message: 'Two.', data: { alternatives: [{ value: 'a' }] } };
    expect(JSON.parse(responseText('POST /payment/:serviceId/blik/level0/:transactionId', 'A', JSON.stringify(body), 400))).toEqual({
      ...body,
      errors: {},
      code: 'ALIAS_NOT_UNIQUE',
    });
  });
});

describe('the bank apps of an alias that is not unique', () => {
  it.each([
    ['953824', 953824],
    ['0', 0],
    ['0953824', '0953824'],
    ['9'.repeat(15), 999_999_999_999_999],
    ['9'.repeat(16), '9'.repeat(16)],
    ['app-1', 'app-1'],
  ])('have numeric keys when a key is a whole number of at most 15 digits: %s', (blik_id, expectedKey) => {
    const body = { success: false, errorCode: 'ALIAS_NOT_UNIQUE', message: 'Two.', data: { alternatives: [{ label: 'Bank', blik_id }] } };
    const level0 = responseText('POST /payment/:serviceId/blik/level0/:transactionId', 'A', JSON.stringify(body), 400);
    expect(dataOf(level0)).toEqual({ alternatives: [{ label: 'Bank', blik_id: expectedKey }] });
    expect(dataOf(responseText('POST /payment/:serviceId/blik/subscriptions', 'A', JSON.stringify(body), 400))).toEqual(body.data);
  });
});

describe('a response to a client of tier B', () => {
  it('has empty texts instead of null, which a response to tier A does not have', () => {
    const text = '{"success":true,"data":[{"id":"p","control":null,"channel":null,"paid_at":null}]}';
    expect(responseText('GET /payment/:serviceId/transactions', 'A', text)).toBe(text);
    expect(dataOf(responseText('GET /payment/:serviceId/transactions', 'B', text))).toEqual([
      { id: 'p', control: '', channel: '', paid_at: '' },
    ]);
  });

  it('has the changes of tier A, too, and the creation time while there is no delivery attempt', () => {
    const text =
      '{"success":true,"data":{"value_netto":1,"operator":null,"notify":{"last_send_at":null},"created_at":"then","updated_at":"later"}}';
    const responseFor = (tier: 'A' | 'B'): unknown =>
      JSON.parse(responseText('GET /directbilling/:serviceId/transactions/:transactionId', tier, text));
    expect(responseFor('B')).toMatchObject({ data: { value_net: 1, operator: '', notify: { last_send_at: 'then' } } });
    expect(responseFor('A')).toMatchObject({ data: { value_net: 1, operator: null, notify: { last_send_at: null } } });
  });
});
