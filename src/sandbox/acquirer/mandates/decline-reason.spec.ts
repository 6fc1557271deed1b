import { describe, expect, it } from '@jest/globals';
import type { Registration, RegisteredTerms } from '../registrations/registration.js';
import { declineReason } from './decline-reason.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const TERMS: RegisteredTerms = {
  model: 'A',
  currency: 'PLN',
  firstMinor: 0,
  limitMinor: 1_000,
  totalMinor: 5_000,
  frequency: '1M',
  firstChargeOn: '2026-11-22T12:00:00.000Z',
  chargesLimit: 5,
  lines: [],
};
const mandate = (terms: Partial<RegisteredTerms> = {}, state: Registration['state'] = 'ACTIVE') =>
  ({ state, terms: { ...TERMS, ...terms } }) as Registration;
const pln = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });
const charged = (count: number, sumMinor: number) => ({ count, sumMinor });

describe('the payer’s bank', () => {
  it('accepts a charge that reaches every limit', () => expect(declineReason(mandate(), pln(1_000), charged(4, 4_000), NOW)).toBeNull());

  it.each([
    ['an amount above the limit of one charge', mandate(), pln(1_001), charged(0, 0), 'ER_DATAAMT_HUGE'],
    ['an amount above the rest of the total limit', mandate(), pln(1_000), charged(1, 4_001), 'ER_DATAAMT_HUGE'],
    ['one charge more than the terms allow', mandate(), pln(1), charged(5, 0), 'LIMIT_EXCEEDED'],
    [
      'a charge before the first charge date',
      mandate({ firstChargeOn: '2026-11-22T12:00:00.001Z' }),
      pln(1),
      charged(0, 0),
      'LIMIT_EXCEEDED',
    ],
    [
      'a charge of model O above 2000.00',
      mandate({ model: 'O', limitMinor: null, totalMinor: null }),
      pln(200_001),
      charged(0, 0),
      'ER_DATAAMT_HUGE',
    ],
    ['a charge in another currency', mandate(), { amountMinor: 1, currency: 'EUR' }, charged(0, 0), 'ALIAS_DECLINED'],
    ['a charge under a mandate that waits for the payer', mandate({}, 'WAITING'), pln(1), charged(0, 0), 'ALIAS_NOT_FOUND'],
    ['a charge under a failed mandate', mandate({}, 'FAILED'), pln(1), charged(0, 0), 'ALIAS_NOT_FOUND'],
    ['a charge under a revoked mandate', mandate({}, 'REVOKED'), pln(1), charged(0, 0), 'ALIAS_DECLINED'],
    ['a charge under an expired mandate', mandate({}, 'EXPIRED'), pln(1), charged(0, 0), 'ALIAS_DECLINED'],
  ] as const)('declines %s', (_, mandate, charge, previousCharges, cause) =>
    expect(declineReason(mandate, charge, previousCharges, NOW)).toBe(cause),
  );

  it('accepts model O up to 2000.00 and applies no limit that the mandate terms do not contain', () => {
    const unlimited = mandate({ model: 'O', limitMinor: null, totalMinor: null, chargesLimit: null, firstChargeOn: null });
    expect(declineReason(unlimited, pln(200_000), charged(1_000, 10_000_000), NOW)).toBeNull();
    expect(
      declineReason(
        { ...unlimited, terms: { ...TERMS, model: 'M', limitMinor: null, totalMinor: null } },
        pln(200_001),
        charged(0, 0),
        NOW,
      ),
    ).toBeNull();
  });
});
