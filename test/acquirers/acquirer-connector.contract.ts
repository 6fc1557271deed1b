import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AttemptRequest, StartedAttempt } from '../../src/connectors/acquirers/port/attempt.js';
import type { AcquirerConnector } from '../../src/connectors/acquirers/port/acquirer-connector.js';
import type { FailureReason } from '../../src/connectors/acquirers/port/failure-reasons.js';
import { isReference } from '../../src/common/reference.js';
import type { RefundRequest } from '../../src/connectors/acquirers/port/refund.js';
import type { RawCallback } from '../../src/connectors/acquirers/port/callback.js';
import { PATIENCE_MS } from '../support/patience.js';
import { withoutInvalidHosts } from '../support/unknown-hosts.js';
import { until } from '../support/until.js';
import { mandateOutcomesOf } from './acquirer-mandates.contract.js';
import { describeRefunds, type MisbehavingRefunds } from './acquirer-refunds.contract.js';
import { codeSubmission, refundRequest, startedAttempt } from '../sandbox/acquirer/support/acquirer-world.js';

/** The time-out for an acquirer that misbehaves. What is over before it answers is as unknown as what it answers. */
const SHORT_MS = 300;

/** What an adapter's tests must offer so that the contract can be checked against its acquirer (or the acquirer's test system). */
export interface AcquirerHarness {
  connector: AcquirerConnector;
  /** The same adapter with a short time-out. */
  impatient: AcquirerConnector;
  /** The same adapter pointed at another address, with another time-out. */
  connectorAt(url: string, timeoutMs: number): AcquirerConnector;
  /** The same adapter with credentials that the acquirer does not accept. */
  stranger: AcquirerConnector;
  /** The same adapter so many seconds later; null where reports are not dated. */
  connectorAfter: ((seconds: number) => AcquirerConnector) | null;
  /** Whether a start that comes twice is one attempt there. The product sends none twice. */
  knowsRepeatedStarts: boolean;
  attempts: {
    /** Paid once the payer agrees. */
    paid(): AttemptRequest;
    refused: { attempt: () => AttemptRequest; reason: FailureReason };
    /** Its start is not answered, but reaches the acquirer. Null when every start of the channel is. */
    silent: (() => AttemptRequest) | null;
    /** The acquirer takes another sum than it was asked for. */
    less(): AttemptRequest;
  };
  /** Does what the payer has to do. */
  pay(attempt: StartedAttempt): Promise<void>;
  refunds: MisbehavingRefunds;
  /** Lets the acquirer do what it does within so many seconds, two by default, and report. */
  letPass(seconds?: number): Promise<void>;
  /** The latest report of an attempt, as it came over the wire. */
  lastReport(attempt: StartedAttempt): RawCallback;
  /** Reports of a refund in the order in which they came; none where reports do not name refunds. */
  reportsOnRefund(refund: RefundRequest): readonly RawCallback[];
  stop(): Promise<void>;
}

/**
 * What every connector to an acquirer must do, with any protocol.
 * @param misbehaviour whether the acquirer misbehaves: once per adapter is enough, through a channel that takes codes if it has one.
 */
export function describeAcquirerConnector(name: string, start: () => Promise<AcquirerHarness>, { misbehaviour = true } = {}): void {
  describe(`the channel connector ${name}`, () => {
    let harness: AcquirerHarness;
    beforeAll(async () => {
      harness = await start();
    });
    afterAll(() => harness.stop());

    const begin = async (attempt: AttemptRequest, connector = harness.connector) => {
      const result = await connector.start(attempt);
      if (result.outcome === 'not_sent') throw new Error('The attempt was not sent');
      return { result, known: startedAttempt(attempt, result) };
    };
    const capabilities = (attempt: AttemptRequest) => harness.connector.capabilities[attempt.channel];
    /** Paid in full, settled where the acquirer wants that. */
    const paid = async (attempt = harness.attempts.paid()): Promise<AttemptRequest & StartedAttempt> => {
      const { known } = await begin(attempt);
      await harness.pay(known);
      await harness.letPass();
      if (capabilities(attempt)?.captures) await harness.connector.capture(known);
      return known;
    };

    it('has a name for addresses and says what it can do', () => {
      expect(harness.connector.name).toMatch(/^[a-z][a-z0-9-]{0,34}$/);
      expect(capabilities(harness.attempts.paid())).toBeDefined();
      const channels = Object.values(harness.connector.capabilities);
      expect(channels.some(({ recurring }) => recurring !== null)).toBe(harness.connector.recurring !== null);
      expect(channels.some(({ submits }) => submits?.alias)).toBe(harness.connector.aliases !== null);
    });

    it('starts an attempt, says what the payer has to do, and learns that it was paid', async () => {
      const attempt = harness.attempts.paid();
      const { result, known } = await begin(attempt);
      expect(isReference(attempt.reference)).toBe(true);
      expect(result).toMatchObject({ outcome: 'pending', providerRef: expect.any(String) });
      expect(result.next.kind).not.toBe('none');
      await harness.pay(known);
      await harness.letPass();
      const agreed = await harness.connector.poll(known);
      if (capabilities(attempt)?.captures) {
        expect(agreed.outcome).toBe('authorized');
        expect(await harness.connector.capture(known)).toMatchObject({ outcome: 'paid' });
        expect(await harness.connector.capture(known)).toMatchObject({ outcome: 'paid' });
      }
      expect(await harness.connector.poll(known)).toMatchObject({ outcome: 'paid', money: attempt.money, next: { kind: 'none' } });
    });

    it('makes one attempt of the same reference sent many times', async () => {
      const attempt = harness.attempts.paid();
      if (!harness.knowsRepeatedStarts) return;
      const answers = await Promise.all(Array.from({ length: 10 }, () => harness.connector.start(attempt)));
      expect(new Set(answers.map((answer) => ('providerRef' in answer ? answer.providerRef : null))).size).toBe(1);
    });

    it('says why an attempt failed', async () => {
      const { attempt, reason } = harness.attempts.refused;
      const { known } = await begin(attempt());
      await harness.pay(known);
      await harness.letPass();
      expect(await harness.connector.poll(known)).toMatchObject({ outcome: 'failed', reason, rawCode: expect.any(String) });
    });

    it('says what was taken and not what was asked for', async () => {
      const attempt = harness.attempts.less();
      const { known } = await begin(attempt);
      await harness.pay(known);
      await harness.letPass();
      const { money } = { money: null, ...(await harness.connector.poll(known)) };
      expect(money).toEqual({ amountMinor: expect.any(Number), currency: attempt.money.currency });
      expect(money).not.toEqual(attempt.money);
    });

    it('knows when the acquirer never saw an attempt or a refund', async () => {
      const never = { ...startedAttempt(harness.attempts.paid(), { outcome: 'not_sent' }), providerRef: randomUUID() };
      expect(await harness.connector.poll(never)).toEqual({ outcome: 'not_found' });
      expect(await harness.connector.pollRefund({ ...refundRequest(never, 100), providerRef: randomUUID() })).toEqual({
        outcome: 'not_found',
      });
    });

    it('leaves an attempt open whose start was not answered, and finds it by its reference where the acquirer can', async () => {
      const attempt = harness.attempts.silent?.();
      if (!attempt) return;
      const { result, known } = await begin(attempt, harness.impatient);
      expect(result).toMatchObject({ outcome: 'unknown', next: { kind: 'none' } });
      if (capabilities(attempt)?.poll !== 'by-reference') return;
      // Should the time have been over before the acquirer even had it, it is sent again.
      const ask = async () => {
        const found = await harness.connector.poll(known);
        if (found.outcome === 'not_found') await harness.impatient.start(attempt);
        return found;
      };
      expect(await until(ask, ({ outcome }) => outcome !== 'not_found')).toMatchObject({ providerRef: expect.any(String) });
    });

    describe('a refund', () => describeRefunds(() => harness, paid));

    describe('a report', () => {
      it('names the attempt, and repeats its event when it comes again', async () => {
        const payment = await paid();
        const [first, second] = await Promise.all([1, 2].map(() => harness.connector.readCallback(harness.lastReport(payment))));
        expect(first).toEqual(second);
        expect(harness.connector.mayBeCallback(harness.lastReport(payment))).toBe(true);
        if (first?.verdict === 'rejected' || !first) throw new Error('A genuine report was rejected');
        const subjects = first.verdict === 'verified' ? first.events : first.about;
        expect(
          subjects.map(({ providerRef, reference }) => providerRef === payment.providerRef || reference === payment.reference),
        ).toEqual([true]);
        expect(first.answer.status).toBeGreaterThanOrEqual(200);
        if (first.verdict === 'verified') expect(first.events[0]?.eventId).toBeTruthy();
      });

      it('that is forged is not believed', async () => {
        const raw = harness.lastReport(await paid());
        const changed = Buffer.from(raw.body.toString().replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)));
        const twice = Object.fromEntries(Object.entries(raw.headers).map(([key, value]) => [key, [String(value), String(value)]]));
        const forged: [AcquirerConnector, RawCallback][] = [
          [harness.connector, { ...raw, body: changed }],
          [harness.connector, { ...raw, headers: {}, query: {} }],
          [harness.connector, { ...raw, body: Buffer.alloc(0) }],
          [harness.connector, { ...raw, headers: twice }],
          [harness.stranger, raw],
        ];
        const verdicts = await Promise.all(forged.map(async ([connector, report]) => (await connector.readCallback(report)).verdict));
        expect(verdicts).not.toContain('verified');
      });

      it('that was recorded is worth nothing later', async () => {
        const raw = harness.lastReport(await paid());
        const later = harness.connectorAfter?.(3_600);
        if (later) expect(await later.readCallback(raw)).toEqual({ verdict: 'rejected' });
      });
    });

    if (!misbehaviour) return;

    describe('an acquirer that misbehaves', () => {
      const misbehaviours: Record<string, (response: ServerResponse) => void> = {
        'answers 500': (response) => response.writeHead(500).end('{"error":"oops"}'),
        'answers 429': (response) => response.writeHead(429, { 'retry-after': '1' }).end('{"state":"FAILED","status":"failed"}'),
        'answers 503 with words that look like a refusal': (response) =>
          response.writeHead(503).end('{"state":"FAILED","status":"failed","error":"UNKNOWN_REFERENCE"}'),
        'answers 401': (response) => response.writeHead(401).end('{"state":"FAILED","status":"failed"}'),
        'answers 200 with something else': (response) => response.writeHead(200).end('<html>maintenance</html>'),
        'answers 200 with an unknown word': (response) => response.writeHead(200).end('{"id":"1","state":"MAYBE","status":"maybe"}'),
        'answers 200 with null': (response) => response.writeHead(200).end('null'),
        'answers 404 from a proxy': (response) => response.writeHead(404).end('not here'),
        'redirects elsewhere': (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
        'breaks off': (response) => response.socket?.destroy(),
        'never answers': () => undefined,
        'never ends its answer': (response) => void response.writeHead(200).write('{"state":'),
        'answers without end': (response) => {
          response.writeHead(200);
          const more = (): void => {
            while (response.write('x'.repeat(65_536)));
          };
          response.on('drain', more);
          more();
        },
      };

      it.each(Object.entries(misbehaviours))('that %s leaves everything open', async (_, misbehave) => {
        const server = createServer((_request, response) => misbehave(response));
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        try {
          const connector = harness.connectorAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, SHORT_MS);
          const [outcomes, agreements] = await Promise.all([outcomesOf(connector, harness.attempts.paid()), mandateOutcomesOf(connector)]);
          expect(new Set([...outcomes, ...agreements.begun, ...agreements.asked])).toEqual(new Set(['unknown']));
        } finally {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        }
      });

      it.each([
        ['refuses connections', 'http://127.0.0.1:1'],
        ['has no address', 'http://acquirer.invalid'],
      ])('that %s has not been sent anything, and leaves everything else open', async (_, url) => {
        withoutInvalidHosts();
        const connector = harness.connectorAt(url, PATIENCE_MS);
        const outcomes = await outcomesOf(connector, harness.attempts.paid());
        const { begun, asked } = await mandateOutcomesOf(connector);
        expect([...begun, ...asked]).toEqual([...begun.map(() => 'not_sent'), ...asked.map(() => 'unknown')]);
        expect(outcomes.slice(0, 2)).toEqual(['not_sent', 'not_sent']);
        expect(new Set(outcomes.slice(2, 6))).toEqual(new Set(['unknown']));
        expect(outcomes.slice(6)).toEqual(outcomes.slice(6).map(() => 'not_sent'));
      });
    });
  });
}

/** Of a start, a refund, questions about both, taking the money, cancelling, and a code where the channel takes one. */
async function outcomesOf(connector: AcquirerConnector, attempt: AttemptRequest): Promise<string[]> {
  const known = { ...attempt, providerRef: randomUUID(), data: null };
  const refund = refundRequest(known, 100);
  const submits = connector.capabilities[attempt.channel]?.submits ?? null;
  const results = await Promise.all([
    connector.start(attempt),
    connector.refund(refund),
    connector.poll(known),
    connector.pollRefund({ ...refund, providerRef: randomUUID() }),
    connector.capture(known),
    connector.cancel(known),
    ...(submits ? [connector.submitCode(known, codeSubmission('777123'))] : []),
  ]);
  return results.map(({ outcome }) => outcome);
}
