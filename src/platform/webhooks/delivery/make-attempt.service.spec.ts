import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Metrics } from '../../../runtime/metrics/metrics.js';
import type { OutboundClient } from '../../outbound/outbound-client.js';
import type { OutboundRequest, OutboundResponse } from '../../outbound/outbound-message.js';
import type { Slot } from '../../outbound/dispatch/endpoint-slots.js';
import { AttemptMetrics } from './attempt-metrics.js';
import type { RecordedAttempt } from './attempt-result.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';
import { MakeAttemptService } from './make-attempt.service.js';
import type { RecordAttemptsService } from './record-attempts.service.js';

const delivery: ClaimedDelivery = {
  id: '019736c4-50c3-7108-944c-11a0f9c12b72',
  serviceId: 'e65c7519',
  json: '{"number_from":"48500600700"}',
  signedText: '48500600700',
  traceParent: null,
  attemptNumber: 3,
  roundAttempts: 1,
  startedAt: new Date(0),
  leaseUntil: new Date(15_000),
};
const notification: OutboundRequest = { serviceId: 'e65c7519', url: 'https://shop.example/?key=secret', headers: {}, body: delivery.json };
const OK: OutboundResponse = { httpStatus: 200, excerpt: 'OK', errorCode: null, retryAfterMs: null };
const TIMEOUT: OutboundResponse = { httpStatus: null, excerpt: null, errorCode: 'TIMEOUT', retryAfterMs: null };

/** Calls of the fakes, in order. */
let calls: unknown[];
let lines: Record<string, unknown>[];
beforeEach(() => {
  calls = [];
  lines = [];
});

function attempt(response: OutboundResponse, recorded: Partial<RecordedAttempt> = {}): Promise<boolean> {
  const recordCall = <T>(result: T, ...call: unknown[]): T => {
    calls.push(call);
    return result;
  };
  const client = { post: (request: OutboundRequest) => recordCall(Promise.resolve(response), 'post', request.url) };
  const record = {
    run: (...[{ id }, { outcome }, schedule]: Parameters<RecordAttemptsService['run']>) =>
      recordCall(Promise.resolve({ recorded: true, exhausted: false, more: false, ...recorded }), 'record', id, outcome, schedule),
  };
  const slot: Slot = {
    begin: () => recordCall(undefined, 'begin'),
    end: (responded) => recordCall(undefined, 'end', responded),
    release: () => undefined,
  };
  const service = new MakeAttemptService(
    client as OutboundClient,
    record as RecordAttemptsService,
    new AttemptMetrics(new Metrics(), { now: () => new Date(0) }),
    pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }),
  );
  return service.run({ delivery, notification, schedule: [0, 5] }, slot);
}

describe('a delivery attempt', () => {
  it.each<[string, OutboundResponse, boolean, string]>([
    ['with a response', OK, true, 'acknowledged'],
    ['without a response', TIMEOUT, false, 'failed'],
  ])('%s releases its slot before it is recorded', async (_, response, responded, outcome) => {
    await attempt(response);
    expect(calls).toEqual([['begin'], ['post', notification.url], ['end', responded], ['record', delivery.id, outcome, [0, 5]]]);
  });

  it.each([true, false])('returns whether another delivery may be due: %p', async (more) => expect(await attempt(OK, { more })).toBe(more));

  it('is logged without body and URL', async () => {
    await attempt(TIMEOUT, { recorded: false });
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'notification attempt',
        deliveryId: delivery.id,
        serviceId: 'e65c7519',
        attemptNumber: 3,
        outcome: 'failed',
        httpStatus: null,
        errorCode: 'TIMEOUT',
        recorded: false,
      }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/48500600700|secret/);
  });
});
