import { beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { Metrics } from '../../../runtime/metrics/metrics.js';
import { AttemptMetrics } from './attempt-metrics.js';
import type { ClassifiedResponse, RecordedAttempt } from './attempt-result.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';
import type { DeliveryOutcome } from './classify-response.js';

const WRITTEN_AT = Date.UTC(2026, 10, 21, 13, 5, 9, 123);
const RECORDED: RecordedAttempt = { recorded: true, exhausted: false, more: false };
const delivery = { id: uuidv7({ msecs: WRITTEN_AT }), attemptNumber: 2, roundAttempts: 2 } as ClaimedDelivery;
const response = (outcome: DeliveryOutcome): ClassifiedResponse => ({
  outcome,
  httpStatus: 200,
  excerpt: '',
  errorCode: null,
  retryAfterMs: null,
});

let metrics: Metrics;
let now: number;
let attemptMetrics: AttemptMetrics;
beforeEach(() => {
  metrics = new Metrics();
  now = WRITTEN_AT + 1_500;
  attemptMetrics = new AttemptMetrics(metrics, { now: () => new Date(now) });
});

/** @returns the number of measured acknowledgements and the sum of their seconds. */
async function measuredAcknowledgements(): Promise<[number | undefined, number | undefined]> {
  const { values } = await metrics.acknowledgement.get();
  const valueOf = (suffix: string) => values.find(({ metricName }) => metricName?.endsWith(suffix))?.value;
  return [valueOf('_count'), valueOf('_sum')];
}

describe('the time to an acknowledgement', () => {
  it('is the time since the event was stored', async () => {
    attemptMetrics.count(delivery, response('acknowledged'), RECORDED);
    await expect(measuredAcknowledgements()).resolves.toEqual([1, 1.5]);
  });

  it('is 0 when the clock of the process that stored the event is ahead', async () => {
    now = WRITTEN_AT - 200;
    attemptMetrics.count(delivery, response('acknowledged'), RECORDED);
    await expect(measuredAcknowledgements()).resolves.toEqual([1, 0]);
  });

  it.each<[string, Partial<ClaimedDelivery>, DeliveryOutcome, Partial<RecordedAttempt>]>([
    ['was resent by staff', { attemptNumber: 3, roundAttempts: 1 }, 'acknowledged', {}],
    ['was not acknowledged', {}, 'not_acknowledged', {}],
    ['another worker has attempted since', {}, 'acknowledged', { recorded: false }],
  ])('is not measured for a delivery that %s', async (_, changes, outcome, recorded) => {
    attemptMetrics.count({ ...delivery, ...changes }, response(outcome), { ...RECORDED, ...recorded });
    await expect(measuredAcknowledgements()).resolves.toEqual([0, 0]);
  });
});

describe('a delivery attempt', () => {
  const countedAttempts = async (): Promise<unknown> => {
    const { values } = await metrics.deliveries.get();
    const [exhausted] = (await metrics.exhausted.get()).values;
    return [Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value])), exhausted?.value];
  };
  const NONE = { acknowledged: 0, not_acknowledged: 0, gone: 0, failed: 0 };

  it.each([true, false])('is counted by outcome, and as exhausted only if its delivery is exhausted (%p)', async (exhausted) => {
    attemptMetrics.count(delivery, response('gone'), { ...RECORDED, exhausted });
    await expect(countedAttempts()).resolves.toEqual([{ ...NONE, gone: 1 }, Number(exhausted)]);
  });
});
