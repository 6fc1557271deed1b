import { expect, it } from '@jest/globals';
import type { AttemptRequest, StartedAttempt } from '../../src/connectors/acquirers/port/attempt.js';
import type { RefundRequest, RefundResult } from '../../src/connectors/acquirers/port/refund.js';
import type { AcquirerEvent, RawCallback } from '../../src/connectors/acquirers/port/callback.js';
import { refundRequest } from '../sandbox/acquirer/support/acquirer-world.js';
import { until } from '../support/until.js';
import type { AcquirerHarness } from './acquirer-connector.contract.js';

/** Sums by which an acquirer (or its stand-in) can be made to do what acquirers do, in minor units below 50.00; null where it cannot. */
export interface MisbehavingRefunds {
  /** The call is not answered, but reaches it. */
  silent: number | null;
  rejected: number | null;
  /** Tried in vain. */
  failed: number | null;
  /** Completed, and taken back within two minutes. */
  takenBack: number | null;
  /** Its report is there before the call is answered. */
  reportedFirst: number | null;
  /** Its report comes several times. */
  repeated: number | null;
}

/** What every connector must do about refunds, also when a call fails. */
export function describeRefunds(harness: () => AcquirerHarness, paid: () => Promise<AttemptRequest & StartedAttempt>): void {
  const told = async (amountMinor: number, connector = harness().connector) => {
    const payment = await paid();
    const refund = refundRequest(payment, amountMinor);
    return { payment, refund, answer: await connector.refund(refund) };
  };
  const asked = async (refund: RefundRequest): Promise<RefundResult> => {
    const result = await harness().connector.pollRefund({ ...refund, providerRef: null });
    if (result.outcome === 'not_found') throw new Error('The acquirer does not know the refund');
    return result;
  };
  /** Not every acquirer sends reports, and hints say nothing about a refund. */
  const events = async (raw: readonly RawCallback[]): Promise<Extract<AcquirerEvent, { kind: 'refund' }>[]> => {
    const read = await Promise.all(raw.map((report) => harness().connector.readCallback(report)));
    return read.flatMap((report) => (report.verdict === 'verified' ? report.events : [])).filter((event) => event.kind === 'refund');
  };

  it('gives a part back, once for each reference, and never more than was paid', async () => {
    const { payment, refund, answer: first } = await told(2_000);
    expect(['pending', 'completed']).toContain(first.outcome);
    const again = await harness().connector.refund(refund);
    const providerRef = 'providerRef' in again ? again.providerRef : null;
    expect(again).toMatchObject({ providerRef: 'providerRef' in first ? first.providerRef : '' });
    await harness().letPass();
    expect(await harness().connector.pollRefund({ ...refund, providerRef })).toMatchObject({ outcome: 'completed' });
    expect(await harness().connector.refund(refundRequest(payment, payment.money.amountMinor))).toMatchObject({ outcome: 'rejected' });
  });

  it('told ten times at once under one name is one', async () => {
    const payment = await paid();
    const refund = refundRequest(payment, 2_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => harness().connector.refund(refund)));
    expect(new Set(answers.map((answer) => ('providerRef' in answer ? answer.providerRef : null))).size).toBe(1);
    const rest = await harness().connector.refund(refundRequest(payment, payment.money.amountMinor - 2_000));
    expect(['pending', 'completed']).toContain(rest.outcome);
  });

  it('of what was not paid is rejected', async () => {
    const attempt = harness().attempts.paid();
    const begun = await harness().connector.start(attempt);
    const known = { ...attempt, providerRef: 'providerRef' in begun ? begun.providerRef : null, data: null };
    expect(await harness().connector.refund(refundRequest(known, 100))).toMatchObject({ outcome: 'rejected' });
  });

  it('whose call was not answered is open, is found by its name, and told again is the same', async () => {
    const { silent } = harness().refunds;
    if (silent === null) return;
    const { payment, refund, answer } = await told(silent, harness().impatient);
    expect(answer).toMatchObject({ outcome: 'unknown' });
    // Should the time have been over before the acquirer even had it, it is told again.
    const ask = async () => {
      const known = await harness().connector.pollRefund({ ...refund, providerRef: null });
      if (known.outcome === 'not_found') await harness().impatient.refund(refund);
      return known;
    };
    const found = await until(ask, ({ outcome }) => outcome !== 'not_found');
    expect(['pending', 'completed']).toContain(found.outcome);
    await harness().impatient.refund(refund);
    await harness().letPass(120);
    expect(await asked(refund)).toMatchObject({ outcome: 'completed' });
    // Had it been given back twice, this would be more than is left.
    const rest = await harness().connector.refund(refundRequest(payment, payment.money.amountMinor - silent));
    expect(['pending', 'completed']).toContain(rest.outcome);
  });

  it.each(['rejected', 'failed'] as const)('that is %s says so, and leaves what it would have taken', async (outcome) => {
    const amount = harness().refunds[outcome];
    if (amount === null) return;
    const { payment, refund } = await told(amount);
    await harness().letPass(120);
    expect(await asked(refund)).toMatchObject({ outcome, rawCode: expect.any(String) });
    expect(['pending', 'completed']).toContain(
      (await harness().connector.refund(refundRequest(payment, payment.money.amountMinor))).outcome,
    );
  });

  it('that is taken back was completed and has failed, in its reports too, and each is an event of its own', async () => {
    const { takenBack } = harness().refunds;
    if (takenBack === null) return;
    const { refund } = await told(takenBack);
    await harness().letPass();
    expect(await asked(refund)).toMatchObject({ outcome: 'completed' });
    await harness().letPass(120);
    expect(await asked(refund)).toMatchObject({ outcome: 'failed' });
    const reported = await events(harness().reportsOnRefund(refund));
    expect(reported.map(({ result }) => result.outcome)).toEqual(['completed', 'failed']);
    expect(new Set(reported.map(({ eventId }) => eventId)).size).toBe(2);
  });

  it('may be reported before its call is answered: by its name, with its sum', async () => {
    const { reportedFirst } = harness().refunds;
    if (reportedFirst === null) return;
    const { payment, refund } = await told(reportedFirst);
    const [event] = await events(harness().reportsOnRefund(refund));
    expect(event).toMatchObject({ reference: refund.reference });
    const money = { ...payment.money, amountMinor: reportedFirst };
    expect(event?.result).toMatchObject({ outcome: 'completed', providerRef: expect.any(String), money });
  });

  it('may be reported several times, which is one event', async () => {
    const { repeated } = harness().refunds;
    if (repeated === null) return;
    const { refund } = await told(repeated);
    await harness().letPass();
    const reported = await events(harness().reportsOnRefund(refund));
    expect(reported.length).toBeGreaterThan(1);
    expect(new Set(reported.map(({ eventId }) => eventId)).size).toBe(1);
  });
}
