import { describe, expect, it } from '@jest/globals';
import type { NextStep } from '../../src/connectors/acquirers/port/next-step.js';
import { parseNextStep } from '../../src/products/payments/attempts/parse-next-step.js';

const AT = new Date('2026-01-02T03:04:05Z');

describe('a next step that was stored as JSON', () => {
  it.each<NextStep>([
    { kind: 'none' },
    { kind: 'redirect', url: 'https://bank.example.test/' },
    { kind: 'waitPayer', until: AT },
    { kind: 'display', code: '123', expiresAt: AT } as unknown as NextStep,
  ])('is restored with its dates: $kind', (step) => {
    expect(parseNextStep(JSON.parse(JSON.stringify(step)) as NextStep)).toStrictEqual(step);
  });
});
