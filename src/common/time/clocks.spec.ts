import { describe, expect, it } from '@jest/globals';
import { RealSystemClock } from './clocks.js';

describe('the real system clock', () => {
  it('tells the time of this machine', () => {
    const before = Date.now();
    const told = new RealSystemClock().now().getTime();
    expect(told).toBeGreaterThanOrEqual(before);
    expect(told).toBeLessThanOrEqual(Date.now());
  });
});
