import { describe, expect, it } from '@jest/globals';
import { RealSystemClock } from './clocks.js';

describe('the real system clock', () => {
  it('returns the time of this machine', () => {
    const before = Date.now();
    const now = new RealSystemClock().now().getTime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });
});
