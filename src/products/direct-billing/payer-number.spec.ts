import { describe, expect, it } from '@jest/globals';
import { idsOfPayerNumber, payerNumberOf } from './payer-number.js';

const ID = '3f2a9c41-7a3e-4cc2-9b1e-5d0c1f7a2b3c';

describe('the payer number of a DirectBilling transaction', () => {
  it('has eight characters, and finds the transaction in upper and lower case', () => {
    expect(payerNumberOf(ID)).toBe('3F2A9C41');
    for (const text of ['3F2A9C41', '3f2a9c41']) {
      const [first, last] = idsOfPayerNumber(text) ?? ['', ''];
      expect([first <= ID, ID <= last]).toEqual([true, true]);
    }
  });

  it.each(['', '3f2a9c4', '3f2a9c411', '3f2a9c4g', ID])('cannot be %j', (text) => expect(idsOfPayerNumber(text)).toBeNull());
});
