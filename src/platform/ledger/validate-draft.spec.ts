import { describe, expect, it } from '@jest/globals';
import { validateDraft } from './validate-draft.js';
import type { EntryDraft, PostingDraft } from './entry-draft.js';

const draft = (...postings: PostingDraft[]): EntryDraft => ({
  kind: 'test',
  reference: 'r',
  test: false,
  occurredAt: new Date(0),
  postings,
});
const vat = (amountMinor: number, currency = 'PLN'): PostingDraft => ({ account: 'platform:vat', currency, amountMinor });

describe('validateDraft', () => {
  it('accepts a draft whose postings sum to zero in each currency', () => {
    expect(() => validateDraft(draft(vat(5), vat(-5)))).not.toThrow();
    expect(() => validateDraft(draft(vat(5), vat(7, 'EUR'), vat(-7, 'EUR'), vat(-2), vat(-3)))).not.toThrow();
  });

  it.each<[string, EntryDraft, string]>([
    ['has one posting', draft(vat(5)), 'at least two'],
    ['does not balance', draft(vat(5), vat(-4)), 'sum to 1'],
    ['balances only across currencies', draft(vat(5), vat(-5, 'EUR')), 'in PLN sum to 5'],
    ['posts zero', draft(vat(5), vat(-5), vat(0)), 'not an amount'],
    ['posts a fraction', draft(vat(0.5), vat(-0.5)), 'not an amount'],
    [
      'names no partner for an account of a partner',
      draft(vat(5), { account: 'partner:pending', currency: 'PLN', amountMinor: -5 }),
      'partner:pending',
    ],
    ['names a partner for an account of the platform', draft(vat(5), { ...vat(-5), partnerId: 'p' }), 'platform:vat'],
    ['has no kind', { ...draft(vat(5), vat(-5)), kind: '' }, 'needs a kind'],
    ['has no reference', { ...draft(vat(5), vat(-5)), reference: '' }, 'reference'],
    ['has too large a sum', draft(vat(Number.MAX_SAFE_INTEGER), vat(Number.MAX_SAFE_INTEGER), vat(-1)), 'whole minor units'],
  ])('rejects a draft that %s', (_, entry, reason) => {
    expect(() => validateDraft(entry)).toThrow(reason);
  });
});
