import { describe, expect, it } from '@jest/globals';
import { isAdjustable } from './adjustable-account.js';

describe('isAdjustable', () => {
  it.each([
    'partner:available',
    'partner:receivable',
    'platform:liquidity',
    'platform:rounding',
    'platform:commission',
    'platform:vat',
    'platform:suspense',
    'platform:clearing:t-mobile',
    `platform:clearing:${'x'.repeat(64)}`,
  ])('accepts %s', (account) => {
    expect(isAdjustable(account)).toBe(true);
  });

  it.each([
    'partner:pending',
    'partner:reserved',
    'platform:held',
    'platform:clearing:',
    'platform:clearing:Orange',
    `platform:clearing:${'x'.repeat(65)}`,
    'platform:clearing:orange;',
    'x platform:clearing:orange',
    '',
  ])('rejects "%s"', (account) => {
    expect(isAdjustable(account)).toBe(false);
  });
});
