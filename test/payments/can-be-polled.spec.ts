import { describe, expect, it } from '@jest/globals';
import type { ChannelCapabilities } from '../../src/connectors/acquirers/port/capabilities.js';
import { canBePolled } from '../../src/products/payments/attempts/can-be-polled.js';
import type { PaymentAttempt } from '../../src/products/payments/attempts/payment-attempt.entity.js';

describe('a channel is asked what became of an attempt', () => {
  it.each<[string | undefined, number, string | null, boolean]>([
    ['by-reference', 100, null, true],
    ['by-provider-ref', 100, 'p-1', true],
    ['by-provider-ref', 100, null, false],
    ['none', 100, 'p-1', false],
    [undefined, 100, 'p-1', false],
    // Nothing but a mandate.
    ['by-reference', 0, 'p-1', false],
  ])('that can be asked %s, of %d, under the name %s: %p', (poll, amountMinor, providerRef, isPolled) => {
    const capabilities = poll === undefined ? undefined : ({ poll } as ChannelCapabilities);
    expect(canBePolled({ amountMinor, providerRef } as PaymentAttempt, capabilities)).toBe(isPolled);
  });
});
