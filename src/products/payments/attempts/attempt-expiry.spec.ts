import { describe, expect, it } from '@jest/globals';
import { channelOf } from '../../../connectors/acquirers/catalogue/channel-catalogue.js';
import { attemptExpiry } from './attempt-expiry.js';

describe('an attempt', () => {
  // A payer has 24 hours for pix. A boleto can be paid until the end of the third day in Brazil, where a day ends at 03:00 UTC.
  it.each([
    ['pix', '2026-11-21T12:00:00Z', '2026-11-22T12:00:00.000Z'],
    ['boleto', '2026-11-21T12:00:00Z', '2026-11-25T02:59:59.000Z'],
    ['boleto', '2026-11-21T02:59:59Z', '2026-11-24T02:59:59.000Z'],
    ['boleto', '2026-11-21T03:00:00Z', '2026-11-25T02:59:59.000Z'],
  ] as const)('through %s that starts at %s expires at %s', (channel, now, expiresAt) => {
    expect(attemptExpiry(channelOf(channel), new Date(now)).toISOString()).toBe(expiresAt);
  });

  it('expires before the first of two midnights', () => {
    const channel = { lifeSeconds: 3_600, wholeDays: true, timeZone: 'America/Havana' };
    expect(attemptExpiry(channel, new Date('2026-10-31T12:00:00Z')).toISOString()).toBe('2026-11-01T03:59:59.000Z');
  });
});
