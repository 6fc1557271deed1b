import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import type { Environment } from '../../../../runtime/config/environment.js';
import { ClaimDeliveriesService } from './claim-deliveries.service.js';
import type { ClaimedRow } from './claim-statements.js';
import type { ClaimedDelivery } from './claimed-delivery.js';

const NOW = new Date('2026-11-21T12:00:00Z');

/**
 * The row that the claim returns for each endpoint besides its deliveries. This endpoint has no keys, and more of its deliveries are due.
 */
const endpointRow = (serviceId: string): ClaimedRow => ({
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

const deliveryRow = (serviceId: string, id: string): ClaimedRow => ({
  service_id: serviceId,
  id,
  attempt_number: 4,
  round_attempt_count: 2,
  body: `{"id":"${id}"}`,
  signed_text: id,
  trace_parent: 'a trace',
  rest: null,
});
const claimedDelivery = (serviceId: string, id: string): ClaimedDelivery => ({
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
    const serviceIds = values[0] as string[];
    return Promise.resolve({ rows: rows.filter(({ service_id }) => serviceIds.includes(service_id)) });
  };
  claims = new ClaimDeliveriesService(
    { driver: { master: { query } } } as unknown as DataSource,
    { now: () => NOW },
    { webhook: { concurrencyPerEndpoint: 8 } } as Environment,
    pino({ level: 'silent' }),
  );
});
/** The limits of each statement: the maximum number of deliveries, by endpoint. */
const limitsByStatement = () =>
  statements.map(({ values: [services, limits] }) =>
    Object.fromEntries((services as string[]).map((serviceId, index) => [serviceId, (limits as number[])[index]])),
  );

describe('a claim', () => {
  it('returns the endpoint’s deliveries with a lease longer than any request', async () => {
    rows = [deliveryRow('a', '1'), endpointRow('a'), deliveryRow('a', '2')];
    await expect(claims.run('a', 3)).resolves.toEqual({
      deliveries: [claimedDelivery('a', '1'), claimedDelivery('a', '2')],
      target: target('a'),
      rest: 'more',
    });
    expect(statements).toEqual([{ name: 'webhook_claim', values: [['a'], [3], NOW, new Date(NOW.getTime() + 15_000), 8] }]);
  });

  it('of an unknown service is null', async () => {
    await expect(claims.run('a', 3)).resolves.toBeNull();
  });

  it('shares one statement with concurrent claims, and each endpoint gets its own deliveries', async () => {
    rows = [deliveryRow('b', '2'), endpointRow('a'), deliveryRow('a', '1'), endpointRow('b')];
    await expect(Promise.all([claims.run('a', 3), claims.run('b', 5)])).resolves.toEqual([
      { deliveries: [claimedDelivery('a', '1')], target: target('a'), rest: 'more' },
      { deliveries: [claimedDelivery('b', '2')], target: target('b'), rest: 'more' },
    ]);
    expect(limitsByStatement()).toEqual([{ a: 3, b: 5 }]);
  });

  it('for the same endpoint as a concurrent claim has its own statement, so that no delivery is returned twice', async () => {
    rows = [endpointRow('a'), deliveryRow('a', '1')];
    const [first, second] = await Promise.all([claims.run('a', 3), claims.run('a', 5)]);
    expect(limitsByStatement()).toEqual([{ a: 3 }, { a: 5 }]);
    expect(first).not.toBe(second);
  });
});

describe('a released claim', () => {
  it('is identified by delivery, attempt number and start time', async () => {
    await claims.release(claimedDelivery('a', '1'));
    expect(statements).toEqual([{ name: 'webhook_release_claim', values: ['1', 4, NOW] }]);
  });
});
