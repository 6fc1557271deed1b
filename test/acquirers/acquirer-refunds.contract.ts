import { expect, it } from '@jest/globals';
import type { AttemptRequest, StartedAttempt } from '../../src/connectors/acquirers/port/attempt.js';
import type { RefundRequest, RefundResult } from '../../src/connectors/acquirers/port/refund.js';
import type { AcquirerEvent, RawCallback } from '../../src/connectors/acquirers/port/callback.js';
import { refundRequest } from '../sandbox/acquirer/support/acquirer-world.js';
import { until } from '../support/until.js';
import type { AcquirerHarness } from './acquirer-connector.contract.js';

/**
 * Refund amounts in minor units that trigger a behaviour of the acquirer or its simulator. They are smaller than the amount of
 * `attempts.paid()`. Null when the acquirer lacks the behaviour.
 */
export interface RefundTestAmounts {
  /** The request reaches the acquirer but gets no response. */
  unansweredAmount: number | null;
  /** The acquirer rejects the request. */
  rejected: number | null;
  /** The acquirer accepts the request, but the refund then fails. */
  failed: number | null;
  /** The refund is completed, and reversed within two minutes. */
  reversedLater: number | null;
  /** The callback arrives before the response. */
  callbackBeforeResponse: number | null;
  /** The callback arrives several times. */
  repeatedCallback: number | null;
}

/** Tests of refunds that every acquirer connector must pass. */
export function describeRefunds(harness: () => AcquirerHarness, createPaidAttempt: () => Promise<AttemptRequest & StartedAttempt>): void {
  const requestRefund = async (amountMinor: number, connector = harness().connector) => {
    const payment = await createPaidAttempt();
    const refund = refundRequest(payment, amountMinor);
    return { payment, refund, result: await connector.refund(refund) };
  };
  const pollRefund = async (refund: RefundRequest): Promise<RefundResult> => {
    const result = await harness().connector.pollRefund({ ...refund, providerRef: null });
    if (result.outcome === 'not_found') throw new Error(`The acquirer does not know the refund ${refund.reference}`);
    return result;
  };
  /** The events about refunds in verified callbacks. Hints are skipped, because a hint contains no result of a refund. */
  const eventsIn = async (raw: readonly RawCallback[]): Promise<Extract<AcquirerEvent, { kind: 'refund' }>[]> => {
    const callbacks = await Promise.all(raw.map((callback) => harness().connector.readCallback(callback)));
    return callbacks
      .flatMap((callback) => (callback.verdict === 'verified' ? callback.events : []))
      .filter((event) => event.kind === 'refund');
  };

  it('of a part of the payment is made once for each reference, and a refund above the rest is rejected', async () => {
    const { payment, refund, result: first } = await requestRefund(2_000);
    expect(['pending', 'completed']).toContain(first.outcome);
    const repeated = await harness().connector.refund(refund);
    const providerRef = 'providerRef' in repeated ? repeated.providerRef : null;
    expect(repeated).toMatchObject({ providerRef: 'providerRef' in first ? first.providerRef : '' });
    await harness().passTime();
    expect(await harness().connector.pollRefund({ ...refund, providerRef })).toMatchObject({ outcome: 'completed' });
    expect(await harness().connector.refund(refundRequest(payment, payment.money.amountMinor))).toMatchObject({ outcome: 'rejected' });
  });

  it('that is requested ten times concurrently with one reference is made once', async () => {
    const payment = await createPaidAttempt();
    const refund = refundRequest(payment, 2_000);
    const results = await Promise.all(Array.from({ length: 10 }, () => harness().connector.refund(refund)));
    expect(new Set(results.map((result) => ('providerRef' in result ? result.providerRef : null))).size).toBe(1);
    const rest = await harness().connector.refund(refundRequest(payment, payment.money.amountMinor - 2_000));
    expect(['pending', 'completed']).toContain(rest.outcome);
  });

  it('of an unpaid attempt is rejected', async () => {
    const attempt = harness().attempts.paid();
    const startResult = await harness().connector.start(attempt);
    const unpaid = { ...attempt, providerRef: 'providerRef' in startResult ? startResult.providerRef : null, data: null };
    expect(await harness().connector.refund(refundRequest(unpaid, 100))).toMatchObject({ outcome: 'rejected' });
  });

  it('whose request got no response is polled by its reference, and is not made twice when the request is repeated', async () => {
    const { unansweredAmount } = harness().refunds;
    if (unansweredAmount === null) return;
    const { payment, refund, result } = await requestRefund(unansweredAmount, harness().withShortTimeout);
    expect(result).toMatchObject({ outcome: 'unknown' });
    // The time-out may end before the request reaches the acquirer, so a refund that is not found is sent again.
    const pollOrSendAgain = async () => {
      const polled = await harness().connector.pollRefund({ ...refund, providerRef: null });
      if (polled.outcome === 'not_found') await harness().withShortTimeout.refund(refund);
      return polled;
    };
    const polledRefund = await until(pollOrSendAgain, ({ outcome }) => outcome !== 'not_found');
    expect(['pending', 'completed']).toContain(polledRefund.outcome);
    await harness().withShortTimeout.refund(refund);
    await harness().passTime(120);
    expect(await pollRefund(refund)).toMatchObject({ outcome: 'completed' });
    // After two refunds of `unansweredAmount`, this refund would be above the rest of the payment.
    const rest = await harness().connector.refund(refundRequest(payment, payment.money.amountMinor - unansweredAmount));
    expect(['pending', 'completed']).toContain(rest.outcome);
  });

  it.each(['rejected', 'failed'] as const)('with outcome %s has a raw code and does not reduce the refundable amount', async (outcome) => {
    const amount = harness().refunds[outcome];
    if (amount === null) return;
    const { payment, refund } = await requestRefund(amount);
    await harness().passTime(120);
    expect(await pollRefund(refund)).toMatchObject({ outcome, rawCode: expect.any(String) });
    expect(['pending', 'completed']).toContain(
      (await harness().connector.refund(refundRequest(payment, payment.money.amountMinor))).outcome,
    );
  });

  it('that is reversed is first completed and then failed, in polls and in callbacks with different event ids', async () => {
    const { reversedLater } = harness().refunds;
    if (reversedLater === null) return;
    const { refund } = await requestRefund(reversedLater);
    await harness().passTime();
    expect(await pollRefund(refund)).toMatchObject({ outcome: 'completed' });
    await harness().passTime(120);
    expect(await pollRefund(refund)).toMatchObject({ outcome: 'failed' });
    const events = await eventsIn(harness().callbacksOfRefund(refund));
    expect(events.map(({ result }) => result.outcome)).toEqual(['completed', 'failed']);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(2);
  });

  it('whose callback arrives before the response has its reference and amount in the callback', async () => {
    const { callbackBeforeResponse } = harness().refunds;
    if (callbackBeforeResponse === null) return;
    const { payment, refund } = await requestRefund(callbackBeforeResponse);
    const [event] = await eventsIn(harness().callbacksOfRefund(refund));
    expect(event).toMatchObject({ reference: refund.reference });
    const money = { ...payment.money, amountMinor: callbackBeforeResponse };
    expect(event?.result).toMatchObject({ outcome: 'completed', providerRef: expect.any(String), money });
  });

  it('whose callback is repeated has the same event id in all callbacks', async () => {
    const { repeatedCallback } = harness().refunds;
    if (repeatedCallback === null) return;
    const { refund } = await requestRefund(repeatedCallback);
    await harness().passTime();
    const events = await eventsIn(harness().callbacksOfRefund(refund));
    expect(events.length).toBeGreaterThan(1);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(1);
  });
}
