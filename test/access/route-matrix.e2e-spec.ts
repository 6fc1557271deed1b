import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Ability, areaOf } from '../../src/access/ability.js';
import { CreateServiceService } from '../../src/partners/create-service.service.js';
import { RevokeTokenService } from '../../src/partners/revoke-token.service.js';
import { AREAS, type Area } from '../../src/partners/service-status.js';
import type { Answer } from '../support/http-client.js';
import { type Route, routesOf } from '../support/routes.js';
import { type Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
let protectedRoutes: (Route & { ability: Ability })[];
let foreignTransaction: string;
const services = { own: {} as Record<Area, string>, foreign: {} as Record<Area, string> };

beforeAll(async () => {
  world = await startWorld();
  shop = await world.partner();
  const other = await world.partner();
  for (const area of AREAS) {
    services.own[area] = area === 'directbilling' ? shop.serviceId : await bareService(shop, area);
    services.foreign[area] = area === 'directbilling' ? other.serviceId : await bareService(other, area);
  }
  foreignTransaction = (await other.create()).body.data.transactionId;
  protectedRoutes = routesOf(world).filter((route): route is Route & { ability: Ability } => route.ability !== null);
});
afterAll(() => world.stop());

const bareService = async (owner: Shop, area: Area): Promise<string> =>
  (await world.database.transaction((tx) => world.get(CreateServiceService).run(tx, { partnerId: owner.partnerId, area, name: 'Bare' })))
    .id;

/** Calls every protected route with the same kind of caller and returns what each answered. */
async function answersOf(
  token: string | null,
  headers: Record<string, string> = {},
  of = services.own,
  only: (route: Route) => boolean = () => true,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const route of protectedRoutes.filter(only)) {
    const path = route.path
      .replace(':serviceId', of[areaOf(route.ability)])
      .replace(/:\w*[iI]d\b/g, foreignTransaction)
      .replace(/:\w+/g, '7055');
    answers.set(
      `${route.method} ${route.path}`,
      await world.http.send(route.method, path, { token, headers, ...(route.method !== 'GET' && { body: {} }) }),
    );
  }
  return answers;
}

function expectAll(answers: Map<string, Answer>, status: number, errorCode: string): void {
  expect(answers.size).toBeGreaterThan(0);
  expect(
    [...answers]
      .filter(([, answer]) => answer.status !== status || answer.body?.errorCode !== errorCode || Object.keys(answer.body).length !== 2)
      .map(([route, { status: got, text }]) => [route, got, text]),
  ).toEqual([]);
}

describe('every protected route', () => {
  it('is found by walking the application', () => expect(protectedRoutes.length).toBeGreaterThanOrEqual(6));
  it('refuses a caller without a token', async () => expectAll(await answersOf(null), 401, 'UNAUTHORIZED'));

  it('refuses a token that is wrong', async () => {
    const [first, rest] = [shop.token.slice(0, 1), shop.token.slice(1)];
    for (const wrong of [`${first === 'a' ? 'b' : 'a'}${rest}`, `${shop.token}x`, shop.token.slice(0, -1), shop.tokenId, 'nonsense']) {
      expectAll(await answersOf(wrong), 401, 'UNAUTHORIZED');
    }
    expectAll(await answersOf(null, { Authorization: `Basic ${shop.token}` }), 401, 'UNAUTHORIZED');
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
      await answersOf(token, { 'X-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.7' }),
      403,
      'IP_ADDRESS_NOT_WHITELISTED',
    );
  });

  it('refuses a token that holds every ability but its own', async () => {
    for (const route of protectedRoutes) {
      const others = [...new Set(protectedRoutes.map(({ ability }) => ability))].filter((ability) => ability !== route.ability);
      const { token } = await shop.newToken({ abilities: others });
      expectAll(await answersOf(token, {}, services.own, (candidate) => candidate === route), 403, 'INVALID_ABILITY_PROVIDED');
    }
  });

  it('does not show another partner’s service', async () => {
    expectAll(await answersOf(shop.token, {}, services.foreign, ({ path }) => path.includes(':serviceId')), 404, 'SERVICE_NOT_FOUND');
  });

  it('does not show another partner’s transaction', async () => {
    expectAll(await answersOf(shop.token, {}, services.own, ({ path }) => path.includes(':transactionId')), 404, 'TRANSACTION_NOT_FOUND');
  });
});

describe('every public route', () => {
  it('says why it is public', () => {
    const open = routesOf(world).filter(({ ability }) => ability === null);
    expect(open.length).toBeGreaterThan(0);
    expect(open.filter(({ publicBecause }) => !publicBecause || publicBecause.length < 20)).toEqual([]);
  });
});
