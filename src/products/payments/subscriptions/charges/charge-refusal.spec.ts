import { describe, expect, it } from '@jest/globals';
import { type ChargedTerms, MAX_MODEL_O_MINOR, chargePosition, type RequestedCharge } from './charge-refusal.js';

/** Within the third month. */
const NOW = new Date('2026-03-20T12:00:00Z');
const FIRST = new Date('2026-01-15T12:00:00Z');

const ofA = (change: Partial<ChargedTerms> = {}): ChargedTerms => ({
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
const ofO = ofA({ ...NO_LIMITS, model: 'O' });
const ofM = ofA({ ...NO_LIMITS, model: 'M' });

const place = (change: Partial<RequestedCharge>) =>
  chargePosition({
    ...{ subscription: ofA(), amountMinor: 3_000, number: null, last: null, now: NOW, zone: 'Europe/Warsaw' },
    isPaid: () => false,
    ...change,
  });
const last = (number: number, change: object = {}) => ({ number, period: 2, isPaid: false, at: NOW, ...change });

describe('a charge has a place', () => {
  it.each<[string, Partial<RequestedCharge>, { period: number | null; number: number }]>([
    ['in the period of the moment, counted from its first day', {}, { period: 2, number: 0 }],
    ['in the first period with its first moment', { now: FIRST }, { period: 0, number: 0 }],
    ['in periods from the agreement, without a first day', { subscription: ofA({ initiationAt: null }) }, { period: 2, number: 0 }],
    ['in the first period, without either', { subscription: ofA({ initiationAt: null, activatedAt: null }) }, { period: 0, number: 0 }],
    ['in no period, where there are none', { subscription: ofM }, { period: null, number: 0 }],
    ['as the next try', { last: last(3) }, { period: 2, number: 4 }],
    ['as the try that the partner counts as well', { last: last(3), number: 4 }, { period: 2, number: 4 }],
    ['as the last of those that are agreed to', { subscription: ofA({ chargeCount: 11 }) }, { period: 2, number: 0 }],
    ['when it takes all that is left', { subscription: ofA({ chargeMinor: 33_000 }) }, { period: 2, number: 0 }],
    ['of the most of model O', { subscription: ofO, amountMinor: MAX_MODEL_O_MINOR }, { period: null, number: 0 }],
    ['of any sum of model M', { subscription: ofM, amountMinor: MAX_MODEL_O_MINOR + 1 }, { period: null, number: 0 }],
    [
      'in a period that is paid, of a model that lets the payer confirm',
      { subscription: ofA({ ...NO_LIMITS, model: 'M', frequency: '1M' }), isPaid: () => true },
      { period: 2, number: 0 },
    ],
  ])('%s', async (_, change, expected) => expect(await place(change)).toEqual(expected));

  it('in the period that is not paid, though others are', async () => {
    expect(await place({ isPaid: (period) => period !== 2 })).toEqual({ period: 2, number: 0 });
    await expect(place({ isPaid: (period) => Promise.resolve(period === 2) })).rejects.toMatchObject({ code: 'FREQUENCY_LIMIT_EXCEEDED' });
  });
});

describe('a charge is refused', () => {
  it.each<[Partial<RequestedCharge>, string, string]>([
    [{ amountMinor: 0 }, 'AMOUNT_NOT_CHARGEABLE', 'A transaction of 0 cannot be charged.'],
    [{ amountMinor: 3_001 }, 'AMOUNT_LIMIT_EXCEEDED', 'A charge is at most 30.00 PLN.'],
    [{ subscription: ofO, amountMinor: MAX_MODEL_O_MINOR + 1 }, 'AMOUNT_LIMIT_EXCEEDED', 'A charge is at most 2000.00 PLN.'],
    [{ now: new Date(FIRST.getTime() - 1) }, 'INITIATION_DATE_NOT_REACHED', 'It must not be charged yet.'],
    [{ subscription: ofA({ chargeCount: 12 }) }, 'COUNT_LIMIT_EXCEEDED', 'There are at most 12 charges.'],
    [{ subscription: ofA({ chargeMinor: 33_001 }) }, 'TOTAL_AMOUNT_LIMIT_EXCEEDED', 'Only 29.99 PLN are left to be charged.'],
    [{ isPaid: () => true }, 'FREQUENCY_LIMIT_EXCEEDED', 'This billing period is paid, and there is one charge in 1M.'],
    [{ last: last(9) }, 'ATTEMPTS_EXHAUSTED', 'There were ten attempts in this billing period.'],
    [{ last: last(3), number: 3 }, 'ATTEMPT_OUT_OF_ORDER', 'The attempt must be 4.'],
    [{ number: 1 }, 'ATTEMPT_OUT_OF_ORDER', 'The attempt must be 0.'],
  ])('%#: as %s', async (change, code, message) => {
    await expect(place(change)).rejects.toMatchObject({ code, message });
  });
});
