import { describe, expect, it } from '@jest/globals';
import { canBeExtended, extendedExpiry, MAX_EXTENSIONS } from './time-extension.js';

const createdAt = new Date('2026-11-21T12:00:00Z');

describe('a time extension', () => {
  it.each([30, 60])('is possible ten times for a lifetime of %s minutes', (lifetimeMinutes) => {
    let expiresAt = new Date(createdAt.getTime() + lifetimeMinutes * 60_000);
    for (let extensions = 0; extensions < MAX_EXTENSIONS; extensions += 1) {
      expect(canBeExtended({ createdAt, expiresAt }, lifetimeMinutes)).toBe(true);
      expiresAt = extendedExpiry(expiresAt);
    }
    expect(expiresAt.getTime() - createdAt.getTime()).toBe((lifetimeMinutes + 100) * 60_000);
    expect(canBeExtended({ createdAt, expiresAt }, lifetimeMinutes)).toBe(false);
  });

  it('is not possible when the payer still has days', () => {
    expect(canBeExtended({ createdAt, expiresAt: new Date('2026-11-24T12:00:00Z') }, 60)).toBe(false);
  });
});
