import { describe, expect, it } from '@jest/globals';
import { LosslessNumber } from 'lossless-json';
import { compatibleRequest } from './compatible-request.js';

const CREATE = 'POST /directbilling/:/transactions';
const PAY = 'POST /payment/:/transactions';
const body = (call: string, given: unknown): unknown => compatibleRequest(call, 'A', { query: {}, body: given }).body;

describe('what an older client means', () => {
  it.each([
    [{ amount_type: 'net' }, { amountType: 'net' }],
    [{ amount_type: 'net', amountType: 'gross' }, { amountType: 'gross' }],
    [{ amount_type: 'net', amountType: null }, { amountType: 'net' }],
    [{ amount_type: null }, { amountType: null }],
    [
      { amount: 5, phone_number: '1', stream_id: '2' },
      { amount: 5, phoneNumber: '1', steamid: '2' },
    ],
  ])('%j is %j', (given, meant) => expect(body(CREATE, given)).toEqual(meant));

  it.each([undefined, null, [], 'text', 5])('%p is no object and stays', (given) => expect(body(CREATE, given)).toBe(given));

  it('a number of SMS is one also as text, and nothing else is', () => {
    const meant = ['7055', 7055, '', '7055.0', 'x', '0x1b', null, '1234567890'].map(
      (number) => (body('POST /sms/:', { number }) as { number: unknown }).number,
    );
    expect(meant).toEqual([7055, 7055, '', '7055.0', 'x', '0x1b', null, '1234567890']);
  });

  it('ids of a shop are texts, however long', () => {
    const ids = [7, new LosslessNumber('12345678901234567890'), 'u-7', null].map(
      (systemId) => (body(PAY, { antifraud: { systemId } }) as { antifraud: { systemId: unknown } }).antifraud.systemId,
    );
    expect(ids).toEqual(['7', '12345678901234567890', 'u-7', null]);
  });

  it('the app that was chosen is a text, and nothing else of an alias changes', () => {
    const meant = [953824, new LosslessNumber('12345678901234567890'), 'app-1', null, [1]].map(
      (blik_id) => (body('POST /payment/:/blik/level0/:', { alias: { value: 1, blik_id } }) as { alias: unknown }).alias,
    );
    expect(meant).toEqual(['953824', '12345678901234567890', 'app-1', null, [1]].map((blik_id) => ({ value: 1, blik_id })));
  });

  it('what is no address and no cart stays, to be refused', () => {
    const given = { billing: 'here', shipping: [], cart: 'none', antifraud: null };
    expect(body(PAY, given)).toEqual(given);
    expect(body(PAY, { cart: ['thing', null] })).toEqual({ cart: ['thing', null] });
  });

  it('nothing that was given is changed by it', () => {
    const given = { billing: { postal_code: '00-001' }, cart: [{ unitPrice: 5 }] };
    const before = structuredClone(given);
    body(PAY, given);
    expect(given).toEqual(before);
  });

  it('other calls mean what they say', () => expect(body('POST /sms/:/x', { number: '7055' })).toEqual({ number: '7055' }));
});
