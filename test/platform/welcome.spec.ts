import { describe, expect, it } from '@jest/globals';
import { startupBanner } from '../../src/program/startup-banner.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';

const environment = readEnvironment({ SANDBOX: 'on' });
const printed = (aheadMs: number): string => startupBanner(environment, null, aheadMs).join('\n');

describe('what the start prints', () => {
  it('says how far business time is ahead, if it is', () => {
    expect(printed(26 * 3_600_000)).toContain('Business time                1 d 2 h ahead of the wall clock');
    expect(printed(30_000)).not.toContain('Business time');
  });
});
