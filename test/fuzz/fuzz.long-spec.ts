import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { nameOf, routesOf } from '../support/routes.js';
import type { World } from '../support/world.js';
import { expectNoServerError, passedGuard } from './support/expect-no-server-error.js';
import { fuzzCase, type FuzzCase } from './support/fuzz-case.js';
import { FuzzWorld } from './support/fuzz-world.js';

/** `FUZZ_CASES` and `FUZZ_SEED` set how many and which requests are made; a failure prints the seed that repeats it. */
const CASES = Number(process.env['FUZZ_CASES'] ?? 4_500);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

const HEALTH_EVERY = 100;
/** Of the requests for a route, so many must get past its guard, or little behind it is tried. About a quarter does; of few requests less, by chance. */
const MIN_SHARE = 0.1;
/** Fewer say nothing about a share. */
const ENOUGH = 30;

let fuzzed: FuzzWorld;
beforeAll(async () => {
  fuzzed = await FuzzWorld.start();
});
afterAll(() => fuzzed.world.stop());

/** All but the streams of events, whose answers do not end by themselves. */
const answeringRoutes = (world: World) => routesOf(world).filter(({ path }) => !path.endsWith('/events'));

describe(`${CASES} requests nobody would send`, () => {
  /** Of each route, how many requests were made for it and how many got past its guard. */
  const tried = new Map<string, { requests: number; past: number }>();
  let sent = 0;

  async function tryOut(fuzz: FuzzCase): Promise<void> {
    const request = fuzzed.requestOf(fuzz);
    try {
      const answer = await fuzzed.send(request);
      expectNoServerError(request.path, answer);
      const name = nameOf(fuzz.route);
      const { requests, past } = tried.get(name) ?? { requests: 0, past: 0 };
      tried.set(name, { requests: requests + 1, past: past + Number(passedGuard(answer)) });
      if ((sent += 1) % HEALTH_EVERY === 0) await fuzzed.expectHealthy();
    } catch (error) {
      throw new Error(`${JSON.stringify(request)}: ${String(error)}`, { cause: error });
    }
  }

  it(
    'never break the gateway nor make it talk',
    async () => {
      const complaints = jest.spyOn(console, 'error');
      await fc.assert(fc.asyncProperty(fuzzCase(answeringRoutes(fuzzed.world)), tryOut), {
        numRuns: CASES,
        seed: SEED,
        endOnFailure: true,
      });
      await fuzzed.expectHealthy();
      expect(complaints.mock.calls).toEqual([]);
    },
    Math.max(300_000, CASES * 200),
  ); // a fifth of a second each, on a machine that does much else

  it('reach what is behind each route', () => {
    const behind = answeringRoutes(fuzzed.world).filter(({ method }) => method !== 'ALL'); // those only say that nothing is there
    const shares = behind.map((route) => {
      const { requests, past } = tried.get(nameOf(route)) ?? { requests: 0, past: 0 };
      return { route: nameOf(route), requests, share: past / requests };
    });
    const enough = shares.filter(({ requests }) => requests >= ENOUGH);
    if (CASES >= 4_500) expect(enough).toHaveLength(shares.length);
    expect(enough.filter(({ share }) => share < MIN_SHARE)).toEqual([]);
  });
});
