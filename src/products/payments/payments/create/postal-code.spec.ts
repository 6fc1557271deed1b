import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalizePostalCode } from './postal-code.js';

describe('the normalization of a Polish postal code', () => {
  it.each(['80001', '80 001', ' 80-001 ', '80-001', '80\u00a0001', '80 - 001', '8 0 0 0 1', '\t80001\n'])(
    'writes %j as 80-001',
    (input) => {
      expect(normalizePostalCode(input, 'PL')).toBe('80-001');
      expect(normalizePostalCode(input, 'pl')).toBe('80-001');
    },
  );

  it.each(['', ' ', '8001', '800011', '80-0011', '8-0001', '80--001', '80\u2013001', 'x', '80-001 Gdynia', '٨٠٠٠١'])(
    'leaves %j unchanged',
    (input) => expect(normalizePostalCode(input, 'PL')).toBe(input),
  );

  it.each(['DE', '', null, undefined, 5, ['PL'], { PL: 'PL' }])('leaves the code unchanged for the country %j', (country) =>
    expect(normalizePostalCode('80 001', country)).toBe('80 001'),
  );

  it('leaves any text unchanged or has a code as its result, and changes nothing when it is repeated', () => {
    const input = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789- ') }));
    fc.assert(
      fc.property(input, (text) => {
        const normalized = normalizePostalCode(text, 'PL');
        expect(normalizePostalCode(normalized, 'PL')).toBe(normalized);
        expect(normalized === text || /^\d\d-\d\d\d$/.test(normalized)).toBe(true);
      }),
    );
  });
});
