import { describe, expect, it } from '@jest/globals';
import { startupBanner } from '../../src/program/startup-banner.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';

const environment = readEnvironment({ SANDBOX: 'on' });
const printed = (aheadMs: number): string => startupBanner(environment, null, aheadMs).join('\n');

describe('the startup banner', () => {
  it('shows the offset of business time only when business time is ahead', () => {
    expect(printed(26 * 3_600_000)).toContain('Business time                1 d 2 h ahead of the wall clock');
    expect(printed(30_000)).not.toContain('Business time');
  });
});
