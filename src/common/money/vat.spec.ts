import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { grossOfNet, netOfGross } from './vat.js';

const minor = fc.integer({ min: 0, max: 99_999_999 });

describe('VAT', () => {
  it.each([
    [100, 123],
    [1107, 1362],
    [28_572, 35_144],
    [50, 62],
    [2500, 3075],
    [0, 0],
  ])('converts the net amount %p to the gross amount %p and back', (net, gross) => {
    expect(grossOfNet(net)).toBe(gross);
    expect(netOfGross(gross)).toBe(net);
  });

  it('restores every net amount from its gross amount', () => {
    fc.assert(fc.property(minor, (net) => netOfGross(grossOfNet(net)) === net));
  });

  it('is never negative, and net and gross amounts never fall when the other grows', () => {
    fc.assert(
      fc.property(minor, (gross) => {
        expect(netOfGross(gross)).toBeLessThanOrEqual(gross);
        expect(netOfGross(gross + 1)).toBeGreaterThanOrEqual(netOfGross(gross));
        expect(grossOfNet(gross + 1)).toBeGreaterThan(grossOfNet(gross));
      }),
    );
  });

  it('accepts another rate', () => {
    expect(grossOfNet(1000, 800)).toBe(1080);
    expect(netOfGross(1080, 800)).toBe(1000);
  });
});
