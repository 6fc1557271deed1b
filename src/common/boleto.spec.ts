import { describe, expect, it } from '@jest/globals';
import { boletoBarcode, boletoLine } from './boleto.js';

const LINE = '00190.50095 40144.816069 06809.350314 3 37370000000100';

describe('the typed line of a boleto', () => {
  it('contains the bank, the amount and the due date with valid check digits', () => {
    const line = boletoLine({ bank: '999', free: '0123456789012345678901234', due: new Date('2025-02-25T12:00:00Z'), amountMinor: 123_45 });
    expect(line).toMatch(/^999901234\d5678901234\d5678901234\d\d10030000012345$/);
    expect(boletoBarcode(line)).toMatch(/^9999\d100300000123450123456789012345678901234$/);
  });

  it.each([
    ['2025-02-22T00:00:00Z', '1000'],
    ['2025-02-21T23:00:00Z', '9999'],
    ['2049-10-14T00:00:00Z', '1000'],
  ])('contains for the due date %s the day number %s', (due, factor) => {
    expect(boletoLine({ bank: '999', free: '0'.repeat(25), due: new Date(due), amountMinor: 1 }).slice(33, 37)).toBe(factor);
  });
});

describe('the barcode of a boleto', () => {
  it.each([
    [LINE, '00193373700000001000500940144816060680935031'],
    ['23793381286000782713695000063305975520000370000', '23799755200003700003381260007827139500006330'],
  ])('is computed from the typed line %s', (line, barcode) => {
    expect(boletoBarcode(line)).toBe(barcode);
  });

  it('is null when any digit of the typed line is wrong', () => {
    const digits = LINE.replace(/\D/g, '');
    for (let index = 0; index < digits.length; index += 1) {
      const wrong = digits.slice(0, index) + String((Number(digits[index]) + 1) % 10) + digits.slice(index + 1);
      expect([index, boletoBarcode(wrong)]).toEqual([index, null]);
    }
  });

  it.each(['', '1234 5678 9012 3456', LINE.slice(1), `${LINE}0`, LINE.replace('0', '٠')])('is null for %j', (payload) => {
    expect(boletoBarcode(payload)).toBeNull();
  });
});
