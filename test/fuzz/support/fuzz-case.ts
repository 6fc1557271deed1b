import fc from 'fast-check';
import type { Route } from '../../support/routes.js';
import { hostileHeaders, hostileJson, hostileText } from './hostile.js';

/** Members of a body or of a query: names, or numbers of those that the route knows. Undefined leaves the member out. */
export type Changes = readonly [member: string | number, value: unknown][];

/** One request, with what only the world knows left open. */
export interface FuzzCase {
  route: Route;
  /** `own`: the route's. */
  method: string;
  /** For each parameter of the path; null stands for one that there is. */
  parameters: readonly (string | null)[];
  query: Changes;
  /** A text is sent as it is; changes are made to what the route expects. */
  body: string | Changes;
  headers: Record<string, string>;
  /** `other`: a token where a connector's secret is asked for, and the other way round. */
  credentials: 'right' | 'other' | 'wrong' | 'none';
}

const NAMES = [
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

const member = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 60 }) }, { weight: 1, arbitrary: fc.constantFrom(...NAMES) });

const changes = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Changes> =>
  fc.array(fc.tuple(member, fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 3, arbitrary: value })), { maxLength: 3 });

/** Mostly requests that get far: what is refused at the door shows little. */
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
