import fc from 'fast-check';
import type { Route } from '../../support/routes.js';
import { hostileHeaders, hostileJson, hostileText } from './hostile.js';

/**
 * Changes to a body or a query. A member is a name, or an index into the members that the route knows. The value undefined removes the
 * member.
 */
export type Changes = readonly [member: string | number, value: unknown][];

/** One request. Ids and valid values are added by `FuzzWorld`. */
export interface FuzzCase {
  route: Route;
  /** `own` means the method of the route. */
  method: string;
  /** A value for each parameter of the path. Null means an existing id. */
  parameters: readonly (string | null)[];
  query: Changes;
  /** A string is sent unchanged. Changes are applied to a valid body of the route. */
  body: string | Changes;
  headers: Record<string, string>;
  /** `other` means a token where a connector's secret is required, and a secret where a token is required. */
  credentials: 'right' | 'other' | 'wrong' | 'none';
}

const HOSTILE_NAMES = [
  'page',
  'perPage',
  'limit',
  'sort',
  'filter',
  'filter[__proto__]',
  'filter[a][b][c]',
  '__proto__',
  'toString',
  'constructor',
];

const member = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 60 }) }, { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_NAMES) });

const changes = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Changes> =>
  fc.array(fc.tuple(member, fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 3, arbitrary: value })), { maxLength: 3 });

/** Mostly the usual value, because a request that the guard rejects tests little. */
const mostly = <T>(usual: T, other: fc.Arbitrary<T>, weight = 5): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

export const fuzzCase = (routes: Route[]): fc.Arbitrary<FuzzCase> =>
  fc.record({
    route: fc.constantFrom(...routes),
    method: mostly('own', fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS')),
    parameters: fc.array(mostly(null, hostileText), { minLength: 4, maxLength: 4 }),
    query: changes(hostileText),
    body: fc.oneof(
      { weight: 5, arbitrary: changes(hostileJson) },
      { weight: 3, arbitrary: fc.constant<Changes>([]) },
      { weight: 1, arbitrary: hostileJson.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: hostileText },
    ),
    headers: mostly({}, hostileHeaders as fc.Arbitrary<Record<string, string>>, 2),
    credentials: mostly('right' as const, fc.constantFrom('other', 'wrong', 'none')),
  });
