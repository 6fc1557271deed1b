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
import { failInvalidHosts } from '../support/invalid-hosts.js';
import { until } from '../support/until.js';
import { mandateOutcomesOf } from './acquirer-mandates.contract.js';
import { describeRefunds, type RefundTestAmounts } from './acquirer-refunds.contract.js';
import { codeSubmission, refundRequest, startedAttempt } from '../sandbox/acquirer/support/acquirer-world.js';

/** Time-out for a misbehaving acquirer. It may be short, because a time-out and an unreadable response both have the outcome `unknown`. */
const SHORT_MS = 300;

/** What the tests of one connector provide: the connector, and actions at the acquirer, at its test system or at a fake. */
export interface AcquirerHarness {
  connector: AcquirerConnector;
  /** The same connector with a short time-out. */
  withShortTimeout: AcquirerConnector;
  /** The same connector with another base URL and another time-out. */
  withBaseUrl(url: string, timeoutMs: number): AcquirerConnector;
  /** The same connector with credentials that the acquirer does not accept. */
  withWrongCredentials: AcquirerConnector;
  /** The same connector, with a clock this number of seconds ahead; null when callbacks have no signed time. */
  withClockAhead: ((seconds: number) => AcquirerConnector) | null;
  /** Whether the acquirer makes only one attempt when a start is repeated. The product does not repeat a start. */
  deduplicatesStarts: boolean;
  attempts: {
    /** An attempt that is paid after the payer agrees. */
    paid(): AttemptRequest;
    /** An attempt that the acquirer declines for this reason. */
    refused: { attempt: () => AttemptRequest; reason: FailureReason };
    /** An attempt whose start reaches the acquirer but gets no response. Null when every start on the channel gets a response. */
    silent: (() => AttemptRequest) | null;
    /** An attempt for which the acquirer takes a different amount than requested. */
    less(): AttemptRequest;
  };
  /** Acts as the payer: enters the code, or decides on the acquirer's page. The case of `attempts` decides what comes of it. */
  pay(attempt: StartedAttempt): Promise<void>;
  refunds: RefundTestAmounts;
  /** Advances the acquirer by this number of seconds, two by default, and delivers its due callbacks. */
  passTime(seconds?: number): Promise<void>;
  /** The latest callback about an attempt, as received. */
  latestCallback(attempt: StartedAttempt): RawCallback;
  /** Callbacks about a refund in the order of arrival; empty when callbacks do not name refunds. */
  callbacksOfRefund(refund: RefundRequest): readonly RawCallback[];
  stop(): Promise<void>;
}

/**
 * Tests that every acquirer connector must pass, whatever the protocol.
 * @param misbehaviour whether to test a misbehaving acquirer. Once per connector is enough, on a channel that accepts codes if possible.
 */
export function describeAcquirerConnector(name: string, start: () => Promise<AcquirerHarness>, { misbehaviour = true } = {}): void {
  describe(`the acquirer connector ${name}`, () => {
    let harness: AcquirerHarness;
    beforeAll(async () => {
      harness = await start();
    });
    afterAll(() => harness.stop());

    const startAttempt = async (attempt: AttemptRequest, connector = harness.connector) => {
      const result = await connector.start(attempt);
      if (result.outcome === 'not_sent') throw new Error('The attempt was not sent');
      return { result, started: startedAttempt(attempt, result) };
    };
    const capabilitiesFor = (attempt: AttemptRequest) => harness.connector.capabilities[attempt.channel];
    /** Starts an attempt, lets the payer pay, and captures the money when the channel needs a capture. */
    const createPaidAttempt = async (attempt = harness.attempts.paid()): Promise<AttemptRequest & StartedAttempt> => {
      const { started } = await startAttempt(attempt);
      await harness.pay(started);
      await harness.passTime();
      if (capabilitiesFor(attempt)?.captures) await harness.connector.capture(started);
      return started;
    };

    it('has a name that is valid in URLs, and capabilities that fit its operations', () => {
      expect(harness.connector.name).toMatch(/^[a-z][a-z0-9-]{0,34}$/);
      expect(capabilitiesFor(harness.attempts.paid())).toBeDefined();
      const channels = Object.values(harness.connector.capabilities);
      expect(channels.some(({ recurring }) => recurring !== null)).toBe(harness.connector.recurring !== null);
      expect(channels.some(({ submits }) => submits?.alias)).toBe(harness.connector.aliases !== null);
    });

    it('starts an attempt with a next step for the payer, captures it where required, and polls it as paid', async () => {
      const attempt = harness.attempts.paid();
      const { result, started } = await startAttempt(attempt);
      expect(isReference(attempt.reference)).toBe(true);
      expect(result).toMatchObject({ outcome: 'pending', providerRef: expect.any(String) });
      expect(result.next.kind).not.toBe('none');
      await harness.pay(started);
      await harness.passTime();
      const polled = await harness.connector.poll(started);
      if (capabilitiesFor(attempt)?.captures) {
        expect(polled.outcome).toBe('authorized');
        expect(await harness.connector.capture(started)).toMatchObject({ outcome: 'paid' });
        expect(await harness.connector.capture(started)).toMatchObject({ outcome: 'paid' });
      }
      expect(await harness.connector.poll(started)).toMatchObject({ outcome: 'paid', money: attempt.money, next: { kind: 'none' } });
    });

    it('makes one attempt of concurrent starts with the same reference, where the acquirer supports this', async () => {
      const attempt = harness.attempts.paid();
      if (!harness.deduplicatesStarts) return;
      const results = await Promise.all(Array.from({ length: 10 }, () => harness.connector.start(attempt)));
      expect(new Set(results.map((result) => ('providerRef' in result ? result.providerRef : null))).size).toBe(1);
    });

    it('returns the reason of a failed attempt', async () => {
      const { attempt, reason } = harness.attempts.refused;
      const { started } = await startAttempt(attempt());
      await harness.pay(started);
      await harness.passTime();
      expect(await harness.connector.poll(started)).toMatchObject({ outcome: 'failed', reason, rawCode: expect.any(String) });
    });

    it('returns the amount that the acquirer took, not the requested amount', async () => {
      const attempt = harness.attempts.less();
      const { started } = await startAttempt(attempt);
      await harness.pay(started);
      await harness.passTime();
      const { money } = { money: null, ...(await harness.connector.poll(started)) };
      expect(money).toEqual({ amountMinor: expect.any(Number), currency: attempt.money.currency });
      expect(money).not.toEqual(attempt.money);
    });

    it('returns not_found for an attempt and a refund that the acquirer never received', async () => {
      const unsent = { ...startedAttempt(harness.attempts.paid(), { outcome: 'not_sent' }), providerRef: randomUUID() };
      expect(await harness.connector.poll(unsent)).toEqual({ outcome: 'not_found' });
      expect(await harness.connector.pollRefund({ ...refundRequest(unsent, 100), providerRef: randomUUID() })).toEqual({
        outcome: 'not_found',
      });
    });

    it('returns unknown for a start without a response, and polls the attempt by its reference where supported', async () => {
      const attempt = harness.attempts.silent?.();
      if (!attempt) return;
      const { result, started } = await startAttempt(attempt, harness.withShortTimeout);
      expect(result).toMatchObject({ outcome: 'unknown', next: { kind: 'none' } });
      if (capabilitiesFor(attempt)?.poll !== 'by-reference') return;
      // The time-out may end before the request reaches the acquirer, so an attempt that is not found is sent again.
      const pollOrSendAgain = async () => {
        const polled = await harness.connector.poll(started);
        if (polled.outcome === 'not_found') await harness.withShortTimeout.start(attempt);
        return polled;
      };
      expect(await until(pollOrSendAgain, ({ outcome }) => outcome !== 'not_found')).toMatchObject({ providerRef: expect.any(String) });
    });

    describe('a refund', () => describeRefunds(() => harness, createPaidAttempt));

    describe('a callback', () => {
      it('names the attempt, and is read with the same result when it is repeated', async () => {
        const payment = await createPaidAttempt();
        const [first, second] = await Promise.all([1, 2].map(() => harness.connector.readCallback(harness.latestCallback(payment))));
        expect(first).toEqual(second);
        expect(harness.connector.mayBeCallback(harness.latestCallback(payment))).toBe(true);
        if (first?.verdict === 'rejected' || !first) throw new Error('The connector rejected a genuine callback');
        const subjects = first.verdict === 'verified' ? first.events : first.about;
        expect(
          subjects.map(({ providerRef, reference }) => providerRef === payment.providerRef || reference === payment.reference),
        ).toEqual([true]);
        expect(first.answer.status).toBeGreaterThanOrEqual(200);
        if (first.verdict === 'verified') expect(first.events[0]?.eventId).toBeTruthy();
      });

      it('that is forged is not verified', async () => {
        const raw = harness.latestCallback(await createPaidAttempt());
        const changedBody = Buffer.from(raw.body.toString().replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)));
        const duplicatedHeaders = Object.fromEntries(
          Object.entries(raw.headers).map(([key, value]) => [key, [String(value), String(value)]]),
        );
        const forged: [AcquirerConnector, RawCallback][] = [
          [harness.connector, { ...raw, body: changedBody }],
          [harness.connector, { ...raw, headers: {}, query: {} }],
          [harness.connector, { ...raw, body: Buffer.alloc(0) }],
          [harness.connector, { ...raw, headers: duplicatedHeaders }],
          [harness.withWrongCredentials, raw],
        ];
        const verdicts = await Promise.all(forged.map(async ([connector, callback]) => (await connector.readCallback(callback)).verdict));
        expect(verdicts).not.toContain('verified');
      });

      it('that is replayed an hour later is rejected', async () => {
        const raw = harness.latestCallback(await createPaidAttempt());
        const laterConnector = harness.withClockAhead?.(3_600);
        if (laterConnector) expect(await laterConnector.readCallback(raw)).toEqual({ verdict: 'rejected' });
      });
    });

    if (!misbehaviour) return;

    describe('an acquirer', () => {
      const misbehaviours: Record<string, (response: ServerResponse) => void> = {
        'sends 500': (response) => response.writeHead(500).end('{"error":"oops"}'),
        'sends 429': (response) => response.writeHead(429, { 'retry-after': '1' }).end('{"state":"FAILED","status":"failed"}'),
        'sends 503 with a body that looks like a refusal': (response) =>
          response.writeHead(503).end('{"state":"FAILED","status":"failed","error":"UNKNOWN_REFERENCE"}'),
        'sends 401': (response) => response.writeHead(401).end('{"state":"FAILED","status":"failed"}'),
        'sends 200 with HTML': (response) => response.writeHead(200).end('<html>maintenance</html>'),
        'sends 200 with an unknown state': (response) => response.writeHead(200).end('{"id":"1","state":"MAYBE","status":"maybe"}'),
        'sends 200 with null': (response) => response.writeHead(200).end('null'),
        'sends the 404 of a proxy': (response) => response.writeHead(404).end('not here'),
        'redirects to another server': (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
        'closes the connection': (response) => response.socket?.destroy(),
        'sends no response': () => undefined,
        'sends an unfinished response': (response) => void response.writeHead(200).write('{"state":'),
        'sends an endless response': (response) => {
          response.writeHead(200);
          const writeMore = (): void => {
            while (response.write('x'.repeat(65_536)));
          };
          response.on('drain', writeMore);
          writeMore();
        },
      };

      it.each(Object.entries(misbehaviours))('that %s leaves every outcome unknown', async (_, misbehave) => {
        const server = createServer((_request, response) => misbehave(response));
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        try {
          const connector = harness.withBaseUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, SHORT_MS);
          const [outcomes, mandates] = await Promise.all([outcomesOf(connector, harness.attempts.paid()), mandateOutcomesOf(connector)]);
          expect(new Set([...outcomes, ...mandates.sent, ...mandates.polled])).toEqual(new Set(['unknown']));
        } finally {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        }
      });

      it.each([
        ['refuses connections', 'http://127.0.0.1:1'],
        ['has an unknown host name', 'http://acquirer.invalid'],
      ])('that %s receives no start, refund or code, and leaves all other outcomes unknown', async (_, url) => {
        failInvalidHosts();
        const connector = harness.withBaseUrl(url, PATIENCE_MS);
        const outcomes = await outcomesOf(connector, harness.attempts.paid());
        const { sent, polled } = await mandateOutcomesOf(connector);
        expect([...sent, ...polled]).toEqual([...sent.map(() => 'not_sent'), ...polled.map(() => 'unknown')]);
        // The order of `outcomesOf`: a start and a refund, then four other requests, then a code.
        expect(outcomes.slice(0, 2)).toEqual(['not_sent', 'not_sent']);
        expect(new Set(outcomes.slice(2, 6))).toEqual(new Set(['unknown']));
        expect(outcomes.slice(6)).toEqual(outcomes.slice(6).map(() => 'not_sent'));
      });
    });
  });
}

/** The outcomes of a start, a refund, polls of both, a capture, a cancellation, and a code if the channel accepts codes. */
async function outcomesOf(connector: AcquirerConnector, attempt: AttemptRequest): Promise<string[]> {
  const started = { ...attempt, providerRef: randomUUID(), data: null };
  const refund = refundRequest(started, 100);
  const codeCapabilities = connector.capabilities[attempt.channel]?.submits ?? null;
  const results = await Promise.all([
    connector.start(attempt),
    connector.refund(refund),
    connector.poll(started),
    connector.pollRefund({ ...refund, providerRef: randomUUID() }),
    connector.capture(started),
    connector.cancel(started),
    ...(codeCapabilities ? [connector.submitCode(started, codeSubmission('777123'))] : []),
  ]);
  return results.map(({ outcome }) => outcome);
}
