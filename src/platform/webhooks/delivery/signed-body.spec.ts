import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bodySignature, signedBody } from './body-signature.js';
import { eventBody, type EventObject, jsonNumberToken } from '../outbox/event-body.js';
import { standardWebhookHeaders } from './signed-notification.js';

/** The members of a DirectBilling notification before and after its `values`. */
const EXAMPLE_START = {
  id: 'dc261d4f-31ef-4728-bfd6-97bbe2a5ef0a',
  serviceId: 'e14f8074',
  status: 'transaction_db_payed',
};
const EXAMPLE_END = {
  returns: { complete: 'https://www.simpay.pl/complete', failure: 'https://www.simpay.pl/failure' },
  control: 'test',
  number_from: '48123123123',
  provider: 1,
};
const values = (net: string, gross: string, partner: string): EventObject => ({
  net: jsonNumberToken(net),
  gross: jsonNumberToken(gross),
  partner: jsonNumberToken(partner),
});

describe('a digest equals that of other implementations for', () => {
  it.each([
    ['shortest', '5', 'da306446606318ec14debcadb8167eec2bd3f953e024251ee8f4a3d54baba310'],
    ['two-decimals', '5.00', '83fac905dbdea7ba155bb56b9e21712aa10ab2efbd9c965ddb9bcbdf047a36cd'],
  ])('DirectBilling, %s', (_, partner, digest) => {
    const body = eventBody({ ...EXAMPLE_START, values: values('11.07', '13.62', partner), ...EXAMPLE_END });
    expect(bodySignature(body.signedText, 'SERVICE_IPN_KEY')).toBe(digest);
    expect(body.json).toContain(`"partner":${partner}}`);
  });

  it('DirectBilling without optional values', () => {
    const body = eventBody({
      id: '82493ac0-253a-4c4b-bc1e-0578e0352fed',
      serviceId: 'c7d8b925',
      status: 'transaction_db_confirmed',
      values: values('1', '1.23', '0.67'),
      returns: undefined,
      control: undefined,
      number_from: '48440200126',
      provider: 1,
    });
    expect(bodySignature(body.signedText, 'MhHCeKSDWNc32LXR')).toBe('f554829dd3282fd9239dd28b6e253e900edbac89f5303115286d94d1f8ebe242');
    expect(Object.keys(JSON.parse(body.json) as object)).toEqual(['id', 'serviceId', 'status', 'values', 'number_from', 'provider']);
  });

  it('ipn:test', () => {
    const body = eventBody({
      type: 'ipn:test',
      notification_id: '019736c4-50c3-7108-944c-11a0f9c12b72',
      date: '2025-06-03T19:08:44+02:00',
      data: { service_id: 'e65c7519', nonce: 'abc' },
    });
    expect(bodySignature(body.signedText, 'SERVICE_IPN_KEY')).toBe('5e5edabf13049eafbba65ee1487723a51e21e66192452ff74e186e8ff57638b5');
  });

  it('Standard Webhooks, the example of the reference libraries', () => {
    const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const at = new Date(1614265330 * 1000);
    expect(standardWebhookHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}', [secret])).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('Standard Webhooks, one signature per secret, separated by spaces', () => {
    const secrets = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update('id.0.{}').digest('base64')}`);
    expect(standardWebhookHeaders('id', new Date(0), '{}', secrets)['webhook-signature']).toBe(signatures.join(' '));
  });
});

describe('the body of a notification', () => {
  it('has the keys in the same order in the bytes and in the signed text', () => {
    const body = eventBody({ z: 'last letter', a: { c: 1, b: [2, { y: '3', x: '4' }] }, m: '' });
    expect(body).toEqual({ json: '{"z":"last letter","a":{"c":1,"b":[2,{"y":"3","x":"4"}]},"m":""}', signedText: 'last letter|1|2|3|4|' });
  });

  it('omits signatures and undefined values', () => {
    expect(eventBody({ a: '1', signature: 'x', b: undefined, c: { signature: 'y', d: [undefined, '2'] } })).toEqual({
      json: '{"a":"1","c":{"d":["2"]}}',
      signedText: '1|2',
    });
  });

  it('has no sign before zero', () => expect(eventBody({ a: -0, b: -1 })).toEqual({ json: '{"a":0,"b":-1}', signedText: '0|-1' }));

  it('omits NUL and replaces lone surrogates, which cannot be stored or hashed', () => {
    expect(eventBody({ a: 'x\0y\0', b: 'x\ud83cy' })).toEqual({ json: '{"a":"xy","b":"x\ufffdy"}', signedText: 'xy|x\ufffdy' });
  });

  it.each([
    [null, 'null: pass undefined to omit the key'],
    [true, 'a boolean: pass undefined to omit the key'],
    [false, 'a boolean: pass undefined to omit the key'],
    [() => 1, 'a function: pass undefined to omit the key'],
    [Number.NaN, 'the number NaN'],
    [Number.POSITIVE_INFINITY, 'the number Infinity'],
  ])('rejects %p and names it in the error', (value, valueName) => {
    expect(() => eventBody({ a: { b: value } } as unknown as EventObject)).toThrow(`A notification cannot contain ${valueName}`);
  });

  it.each(['[]', '{"a":1', '"a":1}', ''])('must be one JSON object: rejects %p', (json) => {
    expect(() => signedBody({ json, signedText: '' }, 'key')).toThrow('The body of a notification must be one JSON object');
  });

  it('appends the signature as the last key', () => {
    const body = eventBody({ a: 'ż', n: jsonNumberToken('5.00') });
    const digest = createHash('sha256').update('ż|5.00|key').digest('hex');
    expect(signedBody(body, 'key')).toBe(`{"a":"ż","n":5.00,"signature":"${digest}"}`);
    expect(signedBody(eventBody({}), 'key')).toMatch(/^\{"signature":"[0-9a-f]{64}"\}$/);
  });

  it('can be verified by walking the received JSON, with any texts', () => {
    const text = fc.string({ unit: 'binary' });
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('node'), { maxKeys: 4 }),
      ),
    })).node;
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (event) => {
        const sent = JSON.parse(signedBody(eventBody(event as EventObject), 'key')) as Record<string, unknown>;
        const leaves = leavesOf(sent);
        expect(
          createHash('sha256')
            .update(`${leaves.join('|')}|key`)
            .digest('hex'),
        ).toBe(sent['signature']);
      }),
    );
  });
});

describe('a number token', () => {
  it.each(['5.00', '0.5', '-1', '0', '12345678901234567890.10'])('accepts %s unchanged', (text) =>
    expect(jsonNumberToken(text).text).toBe(text),
  );
  it.each(['', '05', '.5', '5.', '1e3', '+1', ' 1', '1,2', 'NaN', '5"'])('rejects %p', (text) =>
    expect(() => jsonNumberToken(text)).toThrow(/not a JSON number/),
  );
});

function leavesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, member]) => (key === 'signature' ? [] : leavesOf(member)));
}
