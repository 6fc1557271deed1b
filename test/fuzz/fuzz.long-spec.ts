import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { nameOf, routesOf } from '../support/routes.js';
import type { World } from '../support/world.js';
import { expectNoServerError, passedGuard } from './support/expect-no-server-error.js';
import { fuzzCase, type FuzzCase } from './support/fuzz-case.js';
import { FuzzWorld } from './support/fuzz-world.js';

/** `FUZZ_CASES` sets the number of requests, `FUZZ_SEED` their content. A failure prints the seed that repeats the run. */
const CASES = Number(process.env['FUZZ_CASES'] ?? 4_500);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

/** Number of requests between two health checks. */
const HEALTH_EVERY = 100;
/**
 * This share of the requests for a route must pass its guard, otherwise the code behind the guard is hardly tested. On average a quarter
 * passes. For a small number of requests the share can be lower by chance.
 */
const MIN_SHARE = 0.1;
/** The share of a route with fewer requests is not checked. */
const MIN_REQUESTS = 30;

let fuzzed: FuzzWorld;
beforeAll(async () => {
  fuzzed = await FuzzWorld.start();
});
afterAll(() => fuzzed.world.stop());

/** All routes except the event streams, whose responses do not end by themselves. */
const routesWithoutStreams = (world: World) => routesOf(world).filter(({ path }) => !path.endsWith('/events'));

describe(`${CASES} hostile requests`, () => {
  /** By route: the number of requests, and how many of them passed the guard. */
  const countsByRoute = new Map<string, { requests: number; passed: number }>();
  let sent = 0;

  async function checkRequest(fuzz: FuzzCase): Promise<void> {
    const request = fuzzed.requestOf(fuzz);
    try {
      const response = await fuzzed.send(request);
      expectNoServerError(request.path, response);
      const name = nameOf(fuzz.route);
      const { requests, passed } = countsByRoute.get(name) ?? { requests: 0, passed: 0 };
      countsByRoute.set(name, { requests: requests + 1, passed: passed + Number(passedGuard(response)) });
      if ((sent += 1) % HEALTH_EVERY === 0) await fuzzed.expectHealthy();
    } catch (error) {
      throw new Error(`${JSON.stringify(request)}: ${String(error)}`, { cause: error });
    }
  }

  it(
    'get no server error and no response with internal details',
    async () => {
      const consoleErrors = jest.spyOn(console, 'error');
      await fc.assert(fc.asyncProperty(fuzzCase(routesWithoutStreams(fuzzed.world)), checkRequest), {
        numRuns: CASES,
        seed: SEED,
        endOnFailure: true,
      });
      await fuzzed.expectHealthy();
      expect(consoleErrors.mock.calls).toEqual([]);
    },
    Math.max(300_000, CASES * 200),
  ); // 200 ms for each request, which is enough on a busy machine

  it('pass the guard of each route', () => {
    // A route for all methods only responds that the path is unknown.
    const routes = routesWithoutStreams(fuzzed.world).filter(({ method }) => method !== 'ALL');
    const shares = routes.map((route) => {
      const { requests, passed } = countsByRoute.get(nameOf(route)) ?? { requests: 0, passed: 0 };
      return { route: nameOf(route), requests, share: passed / requests };
    });
    const checkedShares = shares.filter(({ requests }) => requests >= MIN_REQUESTS);
    if (CASES >= 4_500) expect(checkedShares).toHaveLength(shares.length);
    expect(checkedShares.filter(({ share }) => share < MIN_SHARE)).toEqual([]);
  });
});
