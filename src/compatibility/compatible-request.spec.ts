import { describe, expect, it } from '@jest/globals';
import { LosslessNumber } from 'lossless-json';
import { compatibleRequest } from './compatible-request.js';

const CREATE = 'POST /directbilling/:/transactions';
const PAY = 'POST /payment/:/transactions';
const body = (call: string, received: unknown): unknown => compatibleRequest(call, 'A', { query: {}, body: received }).body;

describe('a request of an older client', () => {
  it.each([
    [{ amount_type: 'net' }, { amountType: 'net' }],
    [{ amount_type: 'net', amountType: 'gross' }, { amountType: 'gross' }],
    [{ amount_type: 'net', amountType: null }, { amountType: 'net' }],
    [{ amount_type: null }, { amountType: null }],
    [
      { amount: 5, phone_number: '1', stream_id: '2' },
      { amount: 5, phoneNumber: '1', steamid: '2' },
    ],
  ])('with %j is translated to %j', (received, translated) => expect(body(CREATE, received)).toEqual(translated));

  it.each([undefined, null, [], 'text', 5])('with the body %p is unchanged', (received) => expect(body(CREATE, received)).toBe(received));

  it('may have the short number as text, and no other text becomes a number', () => {
    const translated = ['7055', 7055, '', '7055.0', 'x', '0x1b', null, '1234567890'].map(
      (number) => (body('POST /sms/:', { number }) as { number: unknown }).number,
    );
    expect(translated).toEqual([7055, 7055, '', '7055.0', 'x', '0x1b', null, '1234567890']);
  });

  it('gets a numeric systemId as text, with all digits', () => {
    const ids = [7, new LosslessNumber('12345678901234567890'), 'u-7', null].map(
      (systemId) => (body(PAY, { antifraud: { systemId } }) as { antifraud: { systemId: unknown } }).antifraud.systemId,
    );
    expect(ids).toEqual(['7', '12345678901234567890', 'u-7', null]);
  });

  it('gets the key of the chosen app as text, and the rest of the alias unchanged', () => {
    const translated = [953824, new LosslessNumber('12345678901234567890'), 'app-1', null, [1]].map(
      (blik_id) => (body('POST /payment/:/blik/level0/:', { alias: { value: 1, blik_id } }) as { alias: unknown }).alias,
    );
    expect(translated).toEqual(['953824', '12345678901234567890', 'app-1', null, [1]].map((blik_id) => ({ value: 1, blik_id })));
  });

  it('keeps invalid addresses and carts, which validation rejects', () => {
    const received = { billing: 'here', shipping: [], cart: 'none', antifraud: null };
    expect(body(PAY, received)).toEqual(received);
    expect(body(PAY, { cart: ['thing', null] })).toEqual({ cart: ['thing', null] });
  });

  it('is not modified itself', () => {
    const received = { billing: { postal_code: '00-001' }, cart: [{ unitPrice: 5 }] };
    const before = structuredClone(received);
    body(PAY, received);
    expect(received).toEqual(before);
  });

  it('is not translated for other calls', () => expect(body('POST /sms/:/x', { number: '7055' })).toEqual({ number: '7055' }));
});
