import { describe, expect, it } from '@jest/globals';
import { type ChargedTerms, MAX_MODEL_O_MINOR, chargePosition, type RequestedCharge } from './charge-position.js';

/** Within the third billing period from `FIRST`. */
const NOW = new Date('2026-03-20T12:00:00Z');
const FIRST = new Date('2026-01-15T12:00:00Z');

const modelA = (change: Partial<ChargedTerms> = {}): ChargedTerms => ({
  model: 'A',
  amountLimitMinor: 3_000,
  totalLimitMinor: 36_000,
  countLimit: 12,
  frequency: '1M',
  initiationAt: FIRST,
  activatedAt: new Date('2026-01-02T12:00:00Z'),
  chargeCount: 2,
  chargeMinor: 6_000,
  ...change,
});
const NO_LIMITS = { amountLimitMinor: null, totalLimitMinor: null, countLimit: null, frequency: null, initiationAt: null };
const modelO = modelA({ ...NO_LIMITS, model: 'O' });
const modelM = modelA({ ...NO_LIMITS, model: 'M' });

const check = (change: Partial<RequestedCharge>) =>
  chargePosition({
    ...{ subscription: modelA(), amountMinor: 3_000, number: null, last: null, now: NOW, zone: 'Europe/Warsaw' },
    isPaid: () => false,
    ...change,
  });
const last = (number: number, change: object = {}) => ({ number, period: 2, isPaid: false, at: NOW, ...change });

describe('the position of an accepted charge', () => {
  it.each<[string, Partial<RequestedCharge>, { period: number | null; number: number }]>([
    ['is in the current period, counted from the initiation date', {}, { period: 2, number: 0 }],
    ['is in the first period at the initiation date itself', { now: FIRST }, { period: 0, number: 0 }],
    [
      'is counted from the activation, without an initiation date',
      { subscription: modelA({ initiationAt: null }) },
      { period: 2, number: 0 },
    ],
    ['is in the first period without dates', { subscription: modelA({ initiationAt: null, activatedAt: null }) }, { period: 0, number: 0 }],
    ['has no period without a frequency', { subscription: modelM }, { period: null, number: 0 }],
    ['has the next attempt number after a failed charge', { last: last(3) }, { period: 2, number: 4 }],
    ['has the attempt number of the partner, if that is the next one', { last: last(3), number: 4 }, { period: 2, number: 4 }],
    ['is given to the last charge within the count limit', { subscription: modelA({ chargeCount: 11 }) }, { period: 2, number: 0 }],
    [
      'is given to a charge of the whole rest of the total limit',
      { subscription: modelA({ chargeMinor: 33_000 }) },
      { period: 2, number: 0 },
    ],
    [
      'is given to a charge of the maximum of model O',
      { subscription: modelO, amountMinor: MAX_MODEL_O_MINOR },
      { period: null, number: 0 },
    ],
    ['is given to a higher charge of model M', { subscription: modelM, amountMinor: MAX_MODEL_O_MINOR + 1 }, { period: null, number: 0 }],
    [
      'is in a paid period, for model M',
      { subscription: modelA({ ...NO_LIMITS, model: 'M', frequency: '1M' }), isPaid: () => true },
      { period: 2, number: 0 },
    ],
  ])('%s', async (_, change, expected) => expect(await check(change)).toEqual(expected));

  it('is in the current period when only other periods are paid', async () => {
    expect(await check({ isPaid: (period) => period !== 2 })).toEqual({ period: 2, number: 0 });
    await expect(check({ isPaid: (period) => Promise.resolve(period === 2) })).rejects.toMatchObject({ code: 'FREQUENCY_LIMIT_EXCEEDED' });
  });
});

describe('a charge that breaks a rule', () => {
  it.each<[Partial<RequestedCharge>, string, string]>([
    [{ amountMinor: 0 }, 'AMOUNT_NOT_CHARGEABLE', 'A transaction of 0 cannot be charged.'],
    [{ amountMinor: 3_001 }, 'AMOUNT_LIMIT_EXCEEDED', 'A charge is at most 30.00 PLN.'],
    [{ subscription: modelO, amountMinor: MAX_MODEL_O_MINOR + 1 }, 'AMOUNT_LIMIT_EXCEEDED', 'A charge is at most 2000.00 PLN.'],
    [{ now: new Date(FIRST.getTime() - 1) }, 'INITIATION_DATE_NOT_REACHED', 'It must not be charged yet.'],
    [{ subscription: modelA({ chargeCount: 12 }) }, 'COUNT_LIMIT_EXCEEDED', 'There are at most 12 charges.'],
    [{ subscription: modelA({ chargeMinor: 33_001 }) }, 'TOTAL_AMOUNT_LIMIT_EXCEEDED', 'Only 29.99 PLN are left to be charged.'],
    [{ isPaid: () => true }, 'FREQUENCY_LIMIT_EXCEEDED', 'This billing period is paid, and there is one charge in 1M.'],
    [{ last: last(9) }, 'ATTEMPTS_EXHAUSTED', 'There were ten attempts in this billing period.'],
    [{ last: last(3), number: 3 }, 'ATTEMPT_OUT_OF_ORDER', 'The attempt must be 4.'],
    [{ number: 1 }, 'ATTEMPT_OUT_OF_ORDER', 'The attempt must be 0.'],
  ])('is rejected (case %#: %j)', async (change, code, message) => {
    await expect(check(change)).rejects.toMatchObject({ code, message });
  });
});
