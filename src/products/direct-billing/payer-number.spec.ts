import { describe, expect, it } from '@jest/globals';
import { idsOfPayerNumber, payerNumberOf } from './payer-number.js';

const ID = '3f2a9c41-7a3e-4cc2-9b1e-5d0c1f7a2b3c';

describe('the number of a phone bill', () => {
  it('is as short as that of an online payment, and is found by it however it is written', () => {
    expect(payerNumberOf(ID)).toBe('3F2A9C41');
    for (const written of ['3F2A9C41', '3f2a9c41']) {
      const [first, last] = idsOfPayerNumber(written) ?? ['', ''];
      expect([first <= ID, ID <= last]).toEqual([true, true]);
    }
  });

  it.each(['', '3f2a9c4', '3f2a9c411', '3f2a9c4g', ID])('is not %j', (text) => expect(idsOfPayerNumber(text)).toBeNull());
});
