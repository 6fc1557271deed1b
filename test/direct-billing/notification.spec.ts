import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { notificationBody, type NotifiedTransaction } from '../../src/products/direct-billing/notification.js';

const full: NotifiedTransaction = {
  id: 'dc261d4f-31ef-4728-bfd6-97bbe2a5ef0a',
  serviceId: 'e14f8074',
  status: 'transaction_db_payed',
  netMinor: 1107,
  grossMinor: 1362,
  partnerMinor: 500,
  successUrl: 'https://www.simpay.pl/complete',
  failureUrl: 'https://www.simpay.pl/failure',
  control: 'test',
  phoneNumber: '48123123123',
  operator: 'orange',
};
const minimal: NotifiedTransaction = {
  ...full,
  id: '82493ac0-253a-4c4b-bc1e-0578e0352fed',
  serviceId: 'c7d8b925',
  status: 'transaction_db_confirmed',
  netMinor: 100,
  grossMinor: 123,
  partnerMinor: 67,
  successUrl: null,
  failureUrl: null,
  control: null,
  phoneNumber: '48440200126',
};
const digest = (text: string, key: string): string => createHash('sha256').update(`${text}|${key}`).digest('hex');

describe('a DirectBilling notification', () => {
  it('has a signed text with the expected digest', () => {
    expect(digest(notificationBody(full, 'shortest').signedText, 'SERVICE_IPN_KEY')).toBe(
      'da306446606318ec14debcadb8167eec2bd3f953e024251ee8f4a3d54baba310',
    );
    expect(digest(notificationBody(full, 'two-decimals').signedText, 'SERVICE_IPN_KEY')).toBe(
      '83fac905dbdea7ba155bb56b9e21712aa10ab2efbd9c965ddb9bcbdf047a36cd',
    );
    expect(digest(notificationBody(minimal, 'shortest').signedText, 'MhHCeKSDWNc32LXR')).toBe(
      'f554829dd3282fd9239dd28b6e253e900edbac89f5303115286d94d1f8ebe242',
    );
  });

  it('has amounts with two decimals or in the shortest form', () => {
    expect(notificationBody(full, 'two-decimals').json).toContain('"values":{"net":11.07,"gross":13.62,"partner":5.00}');
    expect(notificationBody(full, 'shortest').json).toContain('"partner":5}');
  });

  it('has the same signed text with both names of the service id', () => {
    const [current, older] = [notificationBody(full, 'shortest'), notificationBody(full, 'shortest', 'service_id')];
    expect(older).toEqual({ json: current.json.replace('"serviceId"', '"service_id"'), signedText: current.signedText });
    expect(Object.keys(JSON.parse(older.json) as object)[1]).toBe('service_id');
  });

  it('leaves out missing values in the body and in the signed text', () => {
    const { json, signedText } = notificationBody(minimal, 'two-decimals');
    expect(Object.keys(JSON.parse(json) as object)).toEqual(['id', 'serviceId', 'status', 'values', 'number_from', 'provider']);
    expect(signedText.split('|')).toHaveLength(8);
  });

  it('has an empty number and provider 0 without an operator, even if the partner fixed the number', () => {
    const body = JSON.parse(
      notificationBody({ ...full, status: 'transaction_db_rejected', operator: null }, 'two-decimals').json,
    ) as Record<string, unknown>;
    expect(body).toMatchObject({ number_from: '', provider: 0 });
  });

  it('can have only one return URL', () => {
    expect(JSON.parse(notificationBody({ ...full, successUrl: null }, 'shortest').json)).toMatchObject({
      returns: { failure: 'https://www.simpay.pl/failure' },
    });
  });
});
