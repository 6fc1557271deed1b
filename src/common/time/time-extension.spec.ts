import { describe, expect, it } from '@jest/globals';
import { canBeExtended, extendedExpiry, MAX_EXTENSIONS } from './time-extension.js';

const createdAt = new Date('2026-11-21T12:00:00Z');

describe('more time', () => {
  it.each([30, 60])('is given ten times to what lives for %s minutes', (livesMinutes) => {
    let expiresAt = new Date(createdAt.getTime() + livesMinutes * 60_000);
    for (let asked = 0; asked < MAX_EXTENSIONS; asked += 1) {
      expect(canBeExtended({ createdAt, expiresAt }, livesMinutes)).toBe(true);
      expiresAt = extendedExpiry(expiresAt);
    }
    expect(expiresAt.getTime() - createdAt.getTime()).toBe((livesMinutes + 100) * 60_000);
    expect(canBeExtended({ createdAt, expiresAt }, livesMinutes)).toBe(false);
  });

  it('is not given where there are days', () => {
    expect(canBeExtended({ createdAt, expiresAt: new Date('2026-11-24T12:00:00Z') }, 60)).toBe(false);
  });
});
