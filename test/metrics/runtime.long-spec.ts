import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RealSystemClock, SystemClock } from '../../src/common/time/clocks.js';
import { PeerCertificates } from '../../src/platform/outbound/peer-certificates.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { scrape } from './support/scraper.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ METRICS_PORT: '0', DATABASE_POOL_SIZE: '3' });
});
afterAll(() => world.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

const metricValue = async (series: string): Promise<number> => (await scrape(world)).value(series) ?? NaN;

describe('the clocks', () => {
  it('have metrics of moved business time, and of the difference between the computer’s clock and the database’s', async () => {
    const clock = world.get(SystemClock);
    jest.spyOn(clock, 'now').mockReturnValue(clock.now()); // otherwise a moment passes between reading business time and reading system time
    expect(await metricValue('gateway_business_clock_offset_seconds')).toBe(0);
    expect(Math.abs(await metricValue('gateway_clock_skew_seconds'))).toBeLessThan(1);
    await world.moveTimeForward({ minutes: 5 });
    expect(await metricValue('gateway_business_clock_offset_seconds')).toBe(300);

    const at = new Date(Date.now() + 3_600_000);
    jest.spyOn(RealSystemClock.prototype, 'now').mockReturnValue(at);
    expect(await metricValue('gateway_clock_skew_seconds')).toBeGreaterThan(3_500);
  });
});

describe('a wait for a connection of the pool', () => {
  it('is measured although it is over before the next scrape', async () => {
    const waits = async (): Promise<number> => {
      const { value } = await scrape(world);
      return (
        (value('gateway_database_pool_wait_seconds_count') ?? NaN) - (value('gateway_database_pool_wait_seconds_bucket{le="0.1"}') ?? NaN)
      );
    };
    const before = await waits();
    const runners = [1, 2, 3].map(() => world.database.createQueryRunner());
    for (const runner of runners) await runner.connect();
    const startedAt = performance.now();
    const queries = Promise.all([1, 2].map(() => world.database.query('SELECT 1')));
    await until(
      () => performance.now() - startedAt,
      (ms) => ms > 150,
    );
    for (const runner of runners) await runner.release();
    await queries;
    expect(await metricValue('gateway_database_pool_waiting')).toBe(0);
    expect((await waits()) - before).toBeGreaterThanOrEqual(2);
  });
});

describe('certificates of partners’ endpoints', () => {
  it('are exported by service and host while they expire soon', async () => {
    const endsAt = new Date('2031-02-03T04:05:06Z');
    jest.spyOn(world.get(PeerCertificates), 'expiringFirst').mockReturnValue([{ serviceId: 'svc', host: 'shop.example:8443', endsAt }]);
    expect(await metricValue('gateway_endpoint_certificate_expiry_timestamp_seconds{service="svc",host="shop.example:8443"}')).toBe(
      endsAt.getTime() / 1000,
    );
  });
});
