import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readPostalCode } from './postal-code.js';

describe('the reading of a Polish postal code', () => {
  it.each(['80001', '80 001', ' 80-001 ', '80-001', '80\u00a0001', '80 - 001', '8 0 0 0 1', '\t80001\n'])('reads %j', (typed) => {
    expect(readPostalCode(typed, 'PL')).toBe('80-001');
    expect(readPostalCode(typed, 'pl')).toBe('80-001');
  });

  it.each(['', ' ', '8001', '800011', '80-0011', '8-0001', '80--001', '80\u2013001', 'x', '80-001 Gdynia', '٨٠٠٠١'])(
    'leaves %j unchanged',
    (typed) => expect(readPostalCode(typed, 'PL')).toBe(typed),
  );

  it.each(['DE', '', null, undefined, 5, ['PL'], { PL: 'PL' }])('leaves the code unchanged for the country %j', (country) =>
    expect(readPostalCode('80 001', country)).toBe('80 001'),
  );

  it('has the same result when it is applied twice, for any text', () => {
    const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789- ') }));
    fc.assert(
      fc.property(typed, (text) => {
        const read = readPostalCode(text, 'PL');
        expect(readPostalCode(read, 'PL')).toBe(read);
        expect(read === text || /^\d\d-\d\d\d$/.test(read)).toBe(true);
      }),
    );
  });
});
