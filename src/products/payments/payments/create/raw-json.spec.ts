import { describe, expect, it } from '@jest/globals';
import { parseJson } from '../../../../runtime/http/body/parse-json.js';
import { storedParts, copyRawJson } from './raw-json.js';

const parse = (text: string): Record<string, unknown> => parseJson(Buffer.from(text)) as Record<string, unknown>;

describe('the stored copy of a partner’s JSON', () => {
  it('keeps every key in its order, including names of prototype members', () => {
    const text = '{"z":1,"constructor":{"a":[true,null]},"__proto__":{"polluted":"no"},"toString":"x","a":"ż"}';
    expect(JSON.stringify(copyRawJson(JSON.parse(text)))).toBe(text);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('has a number with many digits as text, except the quantity and the price of a cart item', () => {
    expect(storedParts(parse('{"cart":[{"quantity":0.10000000000000001,"n":0.10000000000000001},[]]}'), null).cart).toEqual([
      { quantity: 0.1, n: '0.10000000000000001' },
      [],
    ]);
    expect(copyRawJson(parse('{"n":12345678901234567890123}'))).toEqual({ n: '12345678901234567890123' });
  });

  it('has the price of a cart item as the amount that was validated', () => {
    const items = '[{"price":39.979999999999997,"n":1},{"price":0.30000000000000004},{"price":12.30}]';
    expect(storedParts(parse(`{"cart":${items}}`), null).cart).toEqual([{ price: 39.98, n: 1 }, { price: 0.3 }, { price: 12.3 }]);
  });

  it.each(['76561198000000001', '76561198000000000', '"76561198000000001"'])('has a SteamID64 as text when it was sent as %s', (token) => {
    const { antifraud } = storedParts(parse(`{"antifraud":{"steamid":${token},"x":1}}`), null);
    expect(antifraud).toEqual({ steamid: token.replaceAll('"', ''), x: 1 });
  });

  it('has null for a missing part and for a part of another type', () => {
    const noParts = { customer: null, antifraud: null, billing: null, shipping: null, cart: null };
    expect(storedParts({}, null)).toEqual(noParts);
    expect(storedParts({ customer: null, billing: [1], shipping: 'x', cart: { 0: 1 }, antifraud: 5 }, null)).toEqual(noParts);
  });

  it('has the payer’s country, from whichever field it was sent in', () => {
    expect(storedParts({ customer: { name: 'Jan', countryCode: null, x: 1 } }, 'PL').customer).toEqual({
      name: 'Jan',
      countryCode: 'PL',
      x: 1,
    });
    expect(storedParts({}, 'PL').customer).toEqual({ countryCode: 'PL' });
    expect(storedParts({ customer: { name: 'Jan' } }, null).customer).toEqual({ name: 'Jan' });
  });
});
