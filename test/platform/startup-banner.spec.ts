import { describe, expect, it } from '@jest/globals';
import { startupBanner } from '../../src/program/startup-banner.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';

const HOUR_MS = 3_600_000;
const environment = readEnvironment({ SANDBOX: 'on' });
const bannerText = (aheadMs: number): string => startupBanner(environment, null, aheadMs).join('\n');

describe('the startup banner', () => {
  it('shows the offset of business time only when business time is ahead of system time', () => {
    expect(bannerText(26 * HOUR_MS)).toContain('Business time                1 d 2 h ahead of system time');
    expect(bannerText(30_000)).not.toContain('Business time');
  });
});
