import { describe, expect, it } from '@jest/globals';
import type { ChannelCapabilities } from '../../src/connectors/acquirers/port/capabilities.js';
import { canBePolled } from '../../src/products/payments/attempts/can-be-polled.js';
import type { PaymentAttempt } from '../../src/products/payments/attempts/payment-attempt.entity.js';

describe('polling of an attempt', () => {
  it.each<[string | undefined, number, string | null, boolean]>([
    ['by-reference', 100, null, true],
    ['by-provider-ref', 100, 'p-1', true],
    ['by-provider-ref', 100, null, false],
    ['none', 100, 'p-1', false],
    [undefined, 100, 'p-1', false],
    // A setup payment is polled as a mandate, not as an attempt.
    ['by-reference', 0, 'p-1', false],
  ])('with the capability %s, the amount %d and the provider reference %s is possible: %p', (poll, amountMinor, providerRef, isPolled) => {
    const capabilities = poll === undefined ? undefined : ({ poll } as ChannelCapabilities);
    expect(canBePolled({ amountMinor, providerRef } as PaymentAttempt, capabilities)).toBe(isPolled);
  });
});
