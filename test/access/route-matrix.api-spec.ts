import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { areaOf } from '../../src/platform/access/ability.js';
import { RevokeTokenService } from '../../src/platform/partners/tokens/revoke-token.service.js';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import { COMMON, filledPath, type Ids, OWNED_PARAMETERS, PartnerIds } from '../support/areas.js';
import { expressOf, expressRoutes, mountedHandlers } from '../support/express-routes.js';
import type { HttpResponse } from '../support/http-client.js';
import { isProtected, nameOf, parametersOf, type ProtectedRoute, routesOf } from '../support/routes.js';
import { type Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
let other: Shop;
let protectedRoutes: ProtectedRoute[];
let own: PartnerIds;
let foreign: PartnerIds;

beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  [shop, other] = [await world.partner(), await world.partner()];
  [own, foreign] = [await PartnerIds.make(world, shop), await PartnerIds.make(world, other)];
  protectedRoutes = routesOf(world).filter(isProtected);
});
afterAll(() => world.stop());

interface Asked {
  headers?: Record<string, string>;
  ids?: (route: ProtectedRoute) => Ids;
  only?: (route: ProtectedRoute) => boolean;
}

const ofMine = (route: ProtectedRoute): Ids => own.for(route);

/** Calls every protected route with the same kind of caller and returns what each answered. */
async function answersOf(
  token: string | null,
  { headers = {}, ids = ofMine, only = () => true }: Asked = {},
): Promise<Map<string, HttpResponse>> {
  const answers = new Map<string, HttpResponse>();
  for (const route of protectedRoutes.filter(only)) {
    const path = filledPath(route, ids(route));
    answers.set(nameOf(route), await world.http.send(route.method, path, { token, headers, ...(route.method !== 'GET' && { body: {} }) }));
  }
  return answers;
}

function expectAll(answers: Map<string, HttpResponse>, status: number, errorCode: string): void {
  expect(answers.size).toBeGreaterThan(0);
  expect(
    [...answers]
      .filter(([, answer]) => answer.status !== status || answer.body?.errorCode !== errorCode || Object.keys(answer.body).length !== 2)
      .map(([route, { status: got, text }]) => [route, got, text]),
  ).toEqual([]);
}

describe('every protected route', () => {
  it('is about something that is known here, and that the tests below know how to take from somebody else', () => {
    expect(new Set(protectedRoutes.map(({ ability }) => areaOf(ability))).size).toBeGreaterThanOrEqual(2);
    for (const route of protectedRoutes) filledPath(route, own.for(route));
    const parameters = new Set(protectedRoutes.flatMap(parametersOf));
    expect([...parameters].sort()).toEqual([...Object.keys(OWNED_PARAMETERS), ...COMMON].sort());
  });

  it.each(['its owner', 'the other owner'])('answers %s', async (who) => {
    const [token, ids] = who === 'its owner' ? [shop.token, own] : [other.token, foreign];
    const answers = await answersOf(token, { ids: (route) => ids.for(route) });
    // 400, 422: it was let in, and something that the route needs is missing, or used up.
    const unexpected = [...answers].filter(([, { status }]) => ![200, 204, 400, 422].includes(status));
    expect(unexpected.map(([name, { status, text }]) => [name, status, text])).toEqual([]);
  });

  it('refuses a caller without a token', async () => expectAll(await answersOf(null), 401, 'UNAUTHORIZED'));

  it('refuses a token that is wrong', async () => {
    const [first, rest] = [shop.token.slice(0, 1), shop.token.slice(1)];
    for (const wrong of [`${first === 'a' ? 'b' : 'a'}${rest}`, `${shop.token}x`, shop.token.slice(0, -1), shop.tokenId, 'nonsense']) {
      expectAll(await answersOf(wrong), 401, 'UNAUTHORIZED');
    }
    expectAll(await answersOf(null, { headers: { Authorization: `Basic ${shop.token}` } }), 401, 'UNAUTHORIZED');
  });

  it('refuses an expired and a revoked token', async () => {
    const expired = await shop.newToken({ expiresAt: new Date(Date.now() - 3_600_000) });
    expectAll(await answersOf(expired.token), 401, 'UNAUTHORIZED');
    const revoked = await shop.newToken();
    await shop.get('', { token: revoked.token });
    await world.get(RevokeTokenService).run(revoked.id);
    await until(
      async () => (await shop.get('', { token: revoked.token })).status,
      (status) => status === 401,
    );
    expectAll(await answersOf(revoked.token), 401, 'UNAUTHORIZED');
  });

  it('refuses a caller from another address, also with a forged X-Forwarded-For', async () => {
    const { token } = await shop.newToken({ allowedNetworks: ['203.0.113.7'] });
    expectAll(await answersOf(token), 403, 'IP_ADDRESS_NOT_WHITELISTED');
    expectAll(
      await answersOf(token, { headers: { 'X-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.7' } }),
      403,
      'IP_ADDRESS_NOT_WHITELISTED',
    );
  });

  it('refuses a token that holds every ability but its own', async () => {
    for (const route of protectedRoutes) {
      const others = [...new Set(protectedRoutes.map(({ ability }) => ability))].filter((ability) => ability !== route.ability);
      const { token } = await shop.newToken({ abilities: others });
      expectAll(await answersOf(token, { only: (candidate) => candidate === route }), 403, 'INVALID_ABILITY_PROVIDED');
    }
  });

  it.each(Object.entries(OWNED_PARAMETERS))('does not show another partner’s %s', async (parameter, errorCode) => {
    const ids = (route: ProtectedRoute): Ids => ({ ...own.for(route), [parameter]: foreign.for(route)[parameter] ?? '' });
    expectAll(await answersOf(shop.token, { ids, only: (route) => parametersOf(route).includes(parameter) }), 404, errorCode);
  });
});

describe('every public route', () => {
  it('says why it is public', () => {
    const open = routesOf(world).filter((route) => !isProtected(route));
    expect(open.length).toBeGreaterThan(0);
    expect(open.filter(({ publicBecause }) => !publicBecause || publicBecause.length < 20)).toEqual([]);
  });
});

describe('what Express routes', () => {
  it('is what the decorators declare, and nothing else', () => {
    expect(expressRoutes(expressOf(world))).toEqual(routesOf(world).map(nameOf).sort());
    expect(mountedHandlers(expressOf(world))).toEqual([]);
  });

  it('would show a route that has no controller, and a folder of files', () => {
    const app = express();
    app.get('/shown', (_, response) => void response.end());
    app.all('/whatever', (_, response) => void response.end());
    app.use('/files', express.static('.'));
    app.use((_request, _response, next) => next());
    expect([expressRoutes(app), mountedHandlers(app)]).toEqual([['ALL /whatever', 'GET /shown'], ['/files']]);
  });
});
