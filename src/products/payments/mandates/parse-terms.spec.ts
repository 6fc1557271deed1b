import { describe, expect, it } from '@jest/globals';
import { type RawOptions, parseTerms } from './parse-terms.js';

const ZONE = 'Europe/Warsaw';
/** Noon in Warsaw. */
const NOW = new Date('2026-03-10T11:00:00Z');

const LIMITS: RawOptions = { amountLimitPerTransaction: 30, amountLimitTotal: 360, transactionsCountLimit: 12, frequency: '1M' };
const MODEL_A: RawOptions = { ...LIMITS, model: 'A', initiationDate: '2026-04-01', expiresAt: '2027-03-31' };
const errorsOf = (options: RawOptions): unknown => {
  const parsed = parseTerms(options, NOW, ZONE);
  return 'errors' in parsed ? parsed.errors : {};
};
const errorsOfModelA = (change: RawOptions): unknown => errorsOf({ ...MODEL_A, ...change });
const errorsOfModelM = (change: RawOptions): unknown => errorsOf({ model: 'M', ...change });

describe('terms', () => {
  it('of model A have limits, and their dates are whole days of the zone', () => {
    expect(parseTerms(MODEL_A, NOW, ZONE)).toEqual({
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

  it.each(['O', 'M'] as const)('of model %s need no options', (model) => {
    const noLimits = {
      amountLimitMinor: null,
      totalLimitMinor: null,
      countLimit: null,
      frequency: null,
      initiationAt: null,
      expiresAt: null,
    };
    expect(parseTerms({ model, currency: 'PLN' }, NOW, ZONE)).toEqual({ terms: { model, ...noLimits } });
  });

  it.each<[string, RawOptions]>([
    ['begin today', { initiationDate: '2026-03-10' }],
    ['begin at the start of today', { initiationDate: '2026-03-10T00:00:00' }],
    ['begin at the end of the day ten years ahead', { initiationDate: '2036-03-10T23:59:59.999' }],
    ['end at the end of today', { expiresAt: '2026-03-10' }],
    ['end in one millisecond', { expiresAt: '2026-03-10T11:00:00.001Z' }],
    ['end at the end of the day ten years ahead', { expiresAt: '2036-03-10' }],
    ['begin and end on one day', { initiationDate: '2026-04-01', expiresAt: '2026-04-01' }],
  ])('may %s', (_, change) => expect(errorsOfModelM(change)).toEqual({}));

  it.each([
    ['Atlantic/Azores', '2026-10-25', '2026-10-25T12:00:00Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:30:00Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T12:00:00Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-24T12:00:00Z'],
  ])('may begin today in %s on %s, when clocks are changed at midnight', (zone, today, now) =>
    expect(parseTerms({ model: 'M', initiationDate: today }, new Date(now), zone)).toHaveProperty('terms'),
  );

  it.each<[string, RawOptions]>([
    ['have a total limit of one charge', { amountLimitTotal: 30 }],
    ['allow one charge', { transactionsCountLimit: 1 }],
    ['allow 100,000 charges', { transactionsCountLimit: 100_000 }],
    ['have no count limit', { transactionsCountLimit: null }],
    ['have a frequency of 999 years', { frequency: '999Y' }],
  ])('of model A may %s', (_, change) => expect(errorsOfModelA(change)).toEqual({}));
});

describe('an invalid option of the terms', () => {
  it.each<[string, unknown, string]>([
    ['model', 'B', 'The model must be one of A, O, M.'],
    ['currency', 'EUR', 'The currency must be PLN.'],
    ['amountLimitPerTransaction', 0, amountMessage('amountLimitPerTransaction')],
    ['amountLimitTotal', '360', amountMessage('amountLimitTotal')],
    ['transactionsCountLimit', 0, 'The transactionsCountLimit must be a whole number from 1 to 100000.'],
    ['transactionsCountLimit', 1.5, 'The transactionsCountLimit must be a whole number from 1 to 100000.'],
    ['transactionsCountLimit', 100_001, 'The transactionsCountLimit must be a whole number from 1 to 100000.'],
    ['frequency', 1, 'The frequency must be a number from 1 to 999 and D, W, M or Y, such as 1M.'],
    ['frequency', 'M', 'The frequency must be a number from 1 to 999 and D, W, M or Y, such as 1M.'],
    ['initiationDate', 'soon', dateMessage('initiationDate')],
    ['expiresAt', 'never', dateMessage('expiresAt')],
    ['initiationDate', '2026-03-09', 'The initiationDate must not be in the past.'],
    ['amountLimitTotal', 29.99, 'The amountLimitTotal must not be less than the amountLimitPerTransaction.'],
  ])('has its own error: %s %j', (field, value, message) =>
    expect(errorsOfModelA({ [field]: value })).toEqual({ [`options.${field}`]: [message] }),
  );

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
    // Only the initiationDate is reported, although the expiresAt is before it.
    [{ initiationDate: '2036-03-11', expiresAt: '2036-03-10' }, 'initiationDate', 'The initiationDate must be at most 10 years ahead.'],
  ])('is rejected for its date: %j', (options, field, message) =>
    expect(errorsOfModelM(options)).toEqual({ [`options.${field}`]: [message] }),
  );

  it('is reported when it is missing or not allowed for the model', () => {
    const required = ['amountLimitPerTransaction', 'amountLimitTotal', 'frequency', 'initiationDate', 'expiresAt'];
    expect(errorsOf({ model: 'A', frequency: null })).toEqual(
      Object.fromEntries(required.map((name) => [`options.${name}`, [`The ${name} is required for the model A.`]])),
    );
    const forbidden = ['amountLimitPerTransaction', 'amountLimitTotal', 'transactionsCountLimit'];
    const forbiddenErrors = (model: string, names: string[]) =>
      Object.fromEntries(names.map((name) => [`options.${name}`, [`The ${name} must not be given for the model ${model}.`]]));
    expect(errorsOf({ ...LIMITS, model: 'M' })).toEqual(forbiddenErrors('M', forbidden));
    expect(errorsOf({ ...LIMITS, model: 'O' })).toEqual(forbiddenErrors('O', [...forbidden, 'frequency']));
  });

  it('is reported together with all others, also without a valid model', () =>
    expect(errorsOf({ frequency: 'x', currency: 'USD' })).toEqual({
      'options.model': ['The model must be one of A, O, M.'],
      'options.currency': ['The currency must be PLN.'],
      'options.frequency': ['The frequency must be a number from 1 to 999 and D, W, M or Y, such as 1M.'],
    }));
});

function amountMessage(name: string): string {
  return `The ${name} must be a number greater than 0 and at most 999999.99, with at most two decimals.`;
}

function dateMessage(name: string): string {
  return `The ${name} must be a valid date such as 2030-12-31, or date and time such as 2030-12-31T10:00:00+01:00.`;
}
