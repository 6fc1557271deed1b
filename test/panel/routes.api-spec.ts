import type { Route } from '../support/routes.js';
import { describeRoutes, hasObjectId } from './support/route-matrix.js';

const kindOf = (route: Route): string =>
  [route.method, route.need?.fresh ?? 'public', hasObjectId(route), route.path.endsWith('.csv')].join(' ');

// route-matrix.api-spec.ts sends requests to each route.
describeRoutes('one route of each kind', (routes) => [...new Map(routes.map((route) => [kindOf(route), route])).values()]);
