import { describe, expect, it } from '@jest/globals';
import { isReference, referenceOf, uuidOf } from './reference.js';

const UUID = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';

describe('a reference', () => {
  it('is a UUID without dashes, and leads back to it', () => {
    expect(referenceOf(UUID)).toBe('019a1b2c3d4e7f508a61b2c3d4e5f607');
    expect(uuidOf(referenceOf(UUID.toUpperCase()))).toBe(UUID);
    expect([uuidOf(UUID), uuidOf('order-1')]).toEqual([null, null]);
  });

  it('fits the narrowest acquirer', () => {
    expect(isReference(referenceOf(UUID))).toBe(true);
    for (const wrong of ['', UUID, 'a'.repeat(36), 'a_b', 'ä', 12, null]) expect(isReference(wrong)).toBe(false);
  });
});
