import { describe, expect, it } from '@jest/globals';
import type { Route } from '../support/routes.js';
import { describeRoutes, hasObjectId, requiresSignIn } from './support/route-matrix.js';

let all: Route[];
describeRoutes('every route', (routes) => (all = routes));

describe('the routes of the panel', () => {
  it('are found by the matrix, of each kind, and use only GET and POST', () => {
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(requiresSignIn).length).toBeGreaterThan(15);
    expect(all.filter((route) => requiresSignIn(route) && route.need.fresh).length).toBeGreaterThan(5);
    expect(all.filter((route) => requiresSignIn(route) && hasObjectId(route)).length).toBeGreaterThan(2);
    expect(all.filter(({ method }) => !['GET', 'POST'].includes(method))).toEqual([]);
  });
});
