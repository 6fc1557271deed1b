import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import type { Environment } from '../../../../runtime/config/environment.js';
import { ClaimDeliveriesService } from './claim-deliveries.service.js';
import type { ClaimedRow } from './claim-statements.js';
import type { ClaimedDelivery } from './claimed-delivery.js';

const NOW = new Date('2026-11-21T12:00:00Z');

/** The row of an endpoint without a delivery: a service without keys, with more due deliveries. */
const rest = (serviceId: string): ClaimedRow => ({
  service_id: serviceId,
  id: null,
  rest: 'more',
  url: `https://${serviceId}.example/`,
  user_agent: 'Shop/1.0',
  retry_schedule_seconds: [0, 5],
  keys: null,
});
const target = (serviceId: string) => ({
  url: `https://${serviceId}.example/`,
  userAgent: 'Shop/1.0',
  retryScheduleSeconds: [0, 5],
  keys: [],
});

const delivery = (serviceId: string, id: string): ClaimedRow => ({
  service_id: serviceId,
  id,
  attempt_number: 4,
  round_attempt_count: 2,
  body: `{"id":"${id}"}`,
  signed_text: id,
  trace_parent: 'a trace',
  rest: null,
});
const claimed = (serviceId: string, id: string): ClaimedDelivery => ({
  id,
  serviceId,
  json: `{"id":"${id}"}`,
  signedText: id,
  traceParent: 'a trace',
  attemptNumber: 4,
  roundAttempts: 2,
  startedAt: NOW,
  leaseUntil: new Date(NOW.getTime() + 15_000),
});

let statements: { name: string; values: unknown[] }[];
let claims: ClaimDeliveriesService;
/** Rows that the database returns, in the database's own order. */
let rows: ClaimedRow[];
beforeEach(() => {
  [statements, rows] = [[], []];
  const query = ({ name, values }: { name: string; values: unknown[] }) => {
    statements.push({ name, values });
    const requested = values[0] as string[];
    return Promise.resolve({ rows: rows.filter(({ service_id }) => requested.includes(service_id)) });
  };
  claims = new ClaimDeliveriesService(
    { driver: { master: { query } } } as unknown as DataSource,
    { now: () => NOW },
    { webhook: { concurrencyPerEndpoint: 8 } } as Environment,
    pino({ level: 'silent' }),
  );
});
/** Requested number of deliveries of each statement, by endpoint. */
const requested = () =>
  statements.map(({ values: [services, limits] }) =>
    Object.fromEntries((services as string[]).map((serviceId, index) => [serviceId, (limits as number[])[index]])),
  );

describe('a claim', () => {
  it('returns the endpoint’s deliveries with a lease longer than any request', async () => {
    rows = [delivery('a', '1'), rest('a'), delivery('a', '2')];
    await expect(claims.run('a', 3)).resolves.toEqual({
      deliveries: [claimed('a', '1'), claimed('a', '2')],
      target: target('a'),
      rest: 'more',
    });
    expect(statements).toEqual([{ name: 'webhook_claim', values: [['a'], [3], NOW, new Date(NOW.getTime() + 15_000), 8] }]);
  });

  it('of an unknown service is null', async () => {
    await expect(claims.run('a', 3)).resolves.toBeNull();
  });

  it('shares one statement with concurrent claims, and each endpoint gets its own deliveries', async () => {
    rows = [delivery('b', '2'), rest('a'), delivery('a', '1'), rest('b')];
    await expect(Promise.all([claims.run('a', 3), claims.run('b', 5)])).resolves.toEqual([
      { deliveries: [claimed('a', '1')], target: target('a'), rest: 'more' },
      { deliveries: [claimed('b', '2')], target: target('b'), rest: 'more' },
    ]);
    expect(requested()).toEqual([{ a: 3, b: 5 }]);
  });

  it('of an endpoint in the same statement runs separately, so that no delivery is returned twice', async () => {
    rows = [rest('a'), delivery('a', '1')];
    const [first, second] = await Promise.all([claims.run('a', 3), claims.run('a', 5)]);
    expect(requested()).toEqual([{ a: 3 }, { a: 5 }]);
    expect(first).not.toBe(second);
  });
});

describe('a released claim', () => {
  it('is that of the attempt that never began', async () => {
    await claims.release(claimed('a', '1'));
    expect(statements).toEqual([{ name: 'webhook_release_claim', values: ['1', 4, NOW] }]);
  });
});
