import { describe, expect, it } from '@jest/globals';
import { type RawOptions, parseTerms } from './parse-terms.js';

const ZONE = 'Europe/Warsaw';
/** Noon in Warsaw. */
const NOW = new Date('2026-03-10T11:00:00Z');

const LIMITS: RawOptions = { amountLimitPerTransaction: 30, amountLimitTotal: 360, transactionsCountLimit: 12, frequency: '1M' };
const A: RawOptions = { ...LIMITS, model: 'A', initiationDate: '2026-04-01', expiresAt: '2027-03-31' };
const errorsOf = (given: RawOptions): unknown => {
  const read = parseTerms(given, NOW, ZONE);
  return 'errors' in read ? read.errors : {};
};
const ofA = (change: RawOptions): unknown => errorsOf({ ...A, ...change });
const ofM = (change: RawOptions): unknown => errorsOf({ model: 'M', ...change });

describe('terms', () => {
  it('of the model A have limits; days are whole ones of the zone', () => {
    expect(parseTerms(A, NOW, ZONE)).toEqual({
      terms: {
        model: 'A',
        amountLimitMinor: 3_000,
        totalLimitMinor: 36_000,
        countLimit: 12,
        frequency: '1M',
        initiationAt: new Date('2026-03-31T22:00:00Z'),
        expiresAt: new Date('2027-03-31T22:00:00Z'),
      },
    });
  });

  it.each(['O', 'M'] as const)('of the model %s need nothing', (model) => {
    const nothing = {
      amountLimitMinor: null,
      totalLimitMinor: null,
      countLimit: null,
      frequency: null,
      initiationAt: null,
      expiresAt: null,
    };
    expect(parseTerms({ model, currency: 'PLN' }, NOW, ZONE)).toEqual({ terms: { model, ...nothing } });
  });

  it.each<[string, RawOptions]>([
    ['begin today', { initiationDate: '2026-03-10' }],
    ['begin with the first moment of today', { initiationDate: '2026-03-10T00:00:00' }],
    ['begin with the last moment of ten years', { initiationDate: '2036-03-10T23:59:59.999' }],
    ['end with today', { expiresAt: '2026-03-10' }],
    ['end in a moment', { expiresAt: '2026-03-10T11:00:00.001Z' }],
    ['end with the day ten years ahead', { expiresAt: '2036-03-10' }],
    ['begin and end on one day', { initiationDate: '2026-04-01', expiresAt: '2026-04-01' }],
  ])('may %s', (_, change) => expect(ofM(change)).toEqual({}));

  it.each<[string, RawOptions]>([
    ['have a total of one charge', { amountLimitTotal: 30 }],
    ['be of one charge', { transactionsCountLimit: 1 }],
    ['be of very many', { transactionsCountLimit: 100_000 }],
    ['have no count', { transactionsCountLimit: null }],
    ['be of each 999 years', { frequency: '999Y' }],
  ])('of the model A may %s', (_, change) => expect(ofA(change)).toEqual({}));
});

describe('what is wrong with terms', () => {
  it.each<[string, unknown, string]>([
    ['model', 'B', 'The model must be one of A, O, M.'],
    ['currency', 'EUR', 'The currency must be PLN.'],
    ['amountLimitPerTransaction', 0, amount('amountLimitPerTransaction')],
    ['amountLimitTotal', '360', amount('amountLimitTotal')],
    ['transactionsCountLimit', 0, 'The transactionsCountLimit must be a whole number from 1 to 100000.'],
    ['transactionsCountLimit', 1.5, 'The transactionsCountLimit must be a whole number from 1 to 100000.'],
    ['transactionsCountLimit', 100_001, 'The transactionsCountLimit must be a whole number from 1 to 100000.'],
    ['frequency', 1, 'The frequency must be a number from 1 to 999 and D, W, M or Y, such as 1M.'],
    ['frequency', 'M', 'The frequency must be a number from 1 to 999 and D, W, M or Y, such as 1M.'],
    ['initiationDate', 'soon', date('initiationDate')],
    ['expiresAt', 'never', date('expiresAt')],
    ['initiationDate', '2026-03-09', 'The initiationDate must not be in the past.'],
    ['amountLimitTotal', 29.99, 'The amountLimitTotal must not be less than the amountLimitPerTransaction.'],
  ])('is said by field: %s %j', (field, value, sentence) => expect(ofA({ [field]: value })).toEqual({ [`options.${field}`]: [sentence] }));

  it.each<[RawOptions, string, string]>([
    [{ initiationDate: '2026-03-09T23:59:59.999' }, 'initiationDate', 'The initiationDate must not be in the past.'],
    [{ initiationDate: '2036-03-11' }, 'initiationDate', 'The initiationDate must be at most 10 years ahead.'],
    [{ expiresAt: '2026-03-10T11:00:00Z' }, 'expiresAt', 'The expiresAt must not be in the past.'],
    [{ expiresAt: '2026-03-09' }, 'expiresAt', 'The expiresAt must not be in the past.'],
    [{ expiresAt: '2036-03-11' }, 'expiresAt', 'The expiresAt must be at most 10 years ahead.'],
    [{ initiationDate: '2026-04-02', expiresAt: '2026-04-01' }, 'expiresAt', 'The expiresAt must be after the initiationDate.'],
    [
      { initiationDate: '2026-04-01T10:00:00Z', expiresAt: '2026-04-01T10:00:00Z' },
      'expiresAt',
      'The expiresAt must be after the initiationDate.',
    ],
    // One mistake is said once.
    [{ initiationDate: '2036-03-11', expiresAt: '2036-03-10' }, 'initiationDate', 'The initiationDate must be at most 10 years ahead.'],
  ])('is a date that cannot be: %j', (given, field, sentence) => expect(ofM(given)).toEqual({ [`options.${field}`]: [sentence] }));

  it('is what the model needs and is not given, and what it does not take', () => {
    const needed = ['amountLimitPerTransaction', 'amountLimitTotal', 'frequency', 'initiationDate', 'expiresAt'];
    expect(errorsOf({ model: 'A', frequency: null })).toEqual(
      Object.fromEntries(needed.map((name) => [`options.${name}`, [`The ${name} is required for the model A.`]])),
    );
    const refused = ['amountLimitPerTransaction', 'amountLimitTotal', 'transactionsCountLimit'];
    const notTaken = (model: string, names: string[]) =>
      Object.fromEntries(names.map((name) => [`options.${name}`, [`The ${name} must not be given for the model ${model}.`]]));
    expect(errorsOf({ ...LIMITS, model: 'M' })).toEqual(notTaken('M', refused));
    expect(errorsOf({ ...LIMITS, model: 'O' })).toEqual(notTaken('O', [...refused, 'frequency']));
  });

  it('is said of each field at once, also without a model', () =>
    expect(errorsOf({ frequency: 'x', currency: 'USD' })).toEqual({
      'options.model': ['The model must be one of A, O, M.'],
      'options.currency': ['The currency must be PLN.'],
      'options.frequency': ['The frequency must be a number from 1 to 999 and D, W, M or Y, such as 1M.'],
    }));
});

function amount(name: string): string {
  return `The ${name} must be a number greater than 0 and at most 999999.99, with at most two decimals.`;
}

function date(name: string): string {
  return `The ${name} must be a date such as 2026-12-01, or an ISO 8601 date and time.`;
}
