import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import type { ClassifiedResponse, RecordedAttempt } from './attempt-result.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';
import type { DeliveryOutcome } from './classify-response.js';
import { RecordAttemptsService } from './record-attempts.service.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const delivery = { id: 'event 1', serviceId: 'e65c7519', attemptNumber: 4, roundAttempts: 2, startedAt: NOW } as ClaimedDelivery;
const response = (outcome: DeliveryOutcome): ClassifiedResponse => ({
  outcome,
  httpStatus: 500,
  excerpt: '',
  errorCode: null,
  retryAfterMs: null,
});

interface Row {
  event_id: string;
  attempt_number: number;
  recorded: boolean;
  promoted: boolean;
  endpoint_change: 'paused' | 'resumed' | 'recovered' | null;
}
const ROW: Row = { event_id: 'event 1', attempt_number: 4, recorded: true, promoted: false, endpoint_change: null };

let lines: Record<string, unknown>[];
let statements: unknown[][];
beforeEach(() => {
  lines = [];
  statements = [];
});

/** Records a result with a database that returns these lists of rows, one per statement. */
function record(outcome: DeliveryOutcome, schedule: number[], ...rowsByStatement: Row[][]): Promise<RecordedAttempt> {
  const query = ({ values }: { values: unknown[] }) =>
    Promise.resolve({ rows: rowsByStatement[statements.push(values) - 1] ?? rowsByStatement.at(-1) });
  const source = { driver: { master: { query } } } as unknown as DataSource;
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  return new RecordAttemptsService(source, { now: () => NOW }, log).run(delivery, response(outcome), schedule);
}

describe('the recorded result of a delivery', () => {
  const [RETRIES_LEFT, NO_RETRIES_LEFT] = [
    [0, 5, 5],
    [0, 5],
  ];
  it.each<[string, DeliveryOutcome, number[], Partial<Row>, RecordedAttempt]>([
    ['that was acknowledged', 'acknowledged', RETRIES_LEFT, {}, { recorded: true, exhausted: false, more: false }],
    ['that was acknowledged by its last attempt', 'acknowledged', NO_RETRIES_LEFT, {}, { recorded: true, exhausted: false, more: false }],
    ['that waits for a retry', 'failed', RETRIES_LEFT, {}, { recorded: true, exhausted: false, more: true }],
    ['that has no retries left', 'not_acknowledged', NO_RETRIES_LEFT, {}, { recorded: true, exhausted: true, more: false }],
    ['that the partner stopped', 'gone', RETRIES_LEFT, {}, { recorded: true, exhausted: true, more: false }],
    [
      'that another worker has attempted since',
      'gone',
      RETRIES_LEFT,
      { recorded: false },
      { recorded: false, exhausted: false, more: false },
    ],
    [
      'that another delivery of its FIFO group waited for',
      'gone',
      RETRIES_LEFT,
      { promoted: true },
      { recorded: true, exhausted: true, more: true },
    ],
    [
      'whose endpoint was resumed',
      'acknowledged',
      RETRIES_LEFT,
      { endpoint_change: 'resumed' },
      { recorded: true, exhausted: false, more: true },
    ],
    [
      'whose endpoint has recovered',
      'acknowledged',
      RETRIES_LEFT,
      { endpoint_change: 'recovered' },
      { recorded: true, exhausted: false, more: true },
    ],
    ['whose endpoint was paused', 'gone', RETRIES_LEFT, { endpoint_change: 'paused' }, { recorded: true, exhausted: true, more: false }],
  ])('%s', async (_, outcome, schedule, row, expected) => {
    await expect(record(outcome, schedule, [{ ...ROW, ...row }])).resolves.toEqual(expected);
  });
});

describe('the log line', () => {
  it.each<[string, Row['endpoint_change'], object[]]>([
    ['of an endpoint that was paused', 'paused', [{ serviceId: 'e65c7519', msg: expect.stringMatching(/^endpoint paused: /) }]],
    ['of an endpoint that was resumed', 'resumed', [{ serviceId: 'e65c7519', msg: expect.stringMatching(/^endpoint resumed: /) }]],
    ['of an endpoint that recovered', 'recovered', [{ serviceId: 'e65c7519', msg: expect.stringMatching(/^endpoint recovered: /) }]],
    ['of an unchanged endpoint is missing', null, []],
  ])('%s', async (_, endpoint_change, expected) => {
    await record('acknowledged', [0], [{ ...ROW, endpoint_change }]);
    expect(lines).toEqual(expected.map((line) => expect.objectContaining(line)));
  });
});

describe('a result whose FIFO group another transaction has locked', () => {
  /** Makes pauses end immediately. @returns a function that returns the sum of the pauses. */
  const replacePauses = () => {
    const pause = jest.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
    syncBuiltinESMExports();
    return () => pause.mock.calls.reduce((sum, [ms]) => sum + (ms ?? 0), 0);
  };

  afterEach(() => {
    jest.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it('is recorded unchanged after a short delay', async () => {
    const waitedMs = replacePauses();
    const otherResults = [
      { ...ROW, event_id: 'event 2' },
      { ...ROW, attempt_number: 3 },
    ];
    await expect(record('acknowledged', [0], otherResults, [], [ROW])).resolves.toMatchObject({ recorded: true });
    expect(statements).toHaveLength(3);
    expect(statements[2]).toEqual(statements[0]);
    expect(waitedMs()).toBe(40); // two pauses of 20 ms
  });

  it('is abandoned after 30 seconds, when its lease has ended too', async () => {
    const waitedMs = replacePauses();
    await expect(record('acknowledged', [0], [])).rejects.toThrow(
      'The result of delivery event 1 could not be recorded: its FIFO group or endpoint stayed locked',
    );
    expect(waitedMs()).toBeGreaterThan(30_000);
    expect(waitedMs()).toBeLessThanOrEqual(30_100);
  });
});
