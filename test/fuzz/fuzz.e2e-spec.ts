import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Route, routesOf } from '../support/routes.js';
import { type Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

/** `FUZZ_CASES` and `FUZZ_SEED` set how many and which requests are made; a failure prints the seed that repeats it. */
const CASES = Number(process.env['FUZZ_CASES'] ?? 3_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

let world: World;
let shop: Shop;
let transactionId: string;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.partner();
  transactionId = (await shop.create()).body.data.transactionId;
});
afterAll(() => world.stop());

const HOSTILE = [
  '',
  ' ',
  "'",
  '"',
  '\\',
  '%',
  '%00',
  '%2e%2e%2f',
  '..',
  '\u0000',
  '\u202e',
  '🎮',
  '\ud800',
  '-1',
  '0',
  '1e309',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  "1' OR '1'='1",
  '<img src=x onerror=alert(1)>',
  '${7*7}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
];
const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 40 }), fc.integer().map(String));
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(
    fc.constantFrom(
      'amount',
      'amountType',
      'description',
      'control',
      'returns',
      'phoneNumber',
      'steamid',
      'code',
      'number',
      '__proto__',
      'toString',
    ),
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), text),
  ),
);
const body = fc.oneof(
  json.map((value) => JSON.stringify(value)),
  text,
  fc.constant(undefined),
);
const queryKey = fc.oneof(
  fc.constantFrom(
    'page',
    'perPage',
    'limit',
    'sort',
    'amount',
    'filter[status]',
    'filter[control]',
    'filter[phoneNumber]',
    'filter[used]',
    'filter[from]',
    'filter',
    'filter[__proto__]',
    'filter[status][]',
    'filter[a][b][c]',
  ),
  text,
);
const header = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'x',
    ),
    'idempotency-key': fc.constantFrom('a', 'b', '\u00e9', 'x'.repeat(256), '  '),
    'x-request-id': fc.constantFrom('ok', '<script>', 'x'.repeat(100)),
    'x-forwarded-for': fc.constantFrom('1.2.3.4', 'nonsense', '::1, 10.0.0.1'),
    accept: fc.constantFrom('*/*', 'text/html', 'application/xml'),
    'accept-language': fc.constantFrom('pl', 'en', 'x'.repeat(300), '*;q=9'),
  },
  { requiredKeys: [] },
);

interface FuzzCase {
  route: Route;
  method: string;
  parameters: string[];
  query: [string, string][];
  headers: Record<string, string | undefined>;
  body: string | undefined;
  token: 'own' | 'none' | 'wrong';
}

const caseOf = (routes: Route[]): fc.Arbitrary<FuzzCase> =>
  fc.record({
    route: fc.constantFrom(...routes),
    method: fc.constantFrom('GET', 'POST', 'own', 'own', 'own', 'own', 'PUT', 'DELETE', 'PATCH'),
    parameters: fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant('known') }, { weight: 2, arbitrary: text }), {
      minLength: 4,
      maxLength: 4,
    }),
    query: fc.array(fc.tuple(queryKey, text), { maxLength: 4 }),
    headers: header,
    body,
    token: fc.constantFrom('own', 'own', 'own', 'none', 'wrong'),
  });

const encoded = (value: string): string => encodeURIComponent(value.toWellFormed());

function pathOf({ route, parameters, query }: FuzzCase): string {
  let index = 0;
  const path = route.path.replace(/[:*](\w+)/g, (_, name: string) => {
    const chosen = parameters[index++ % parameters.length] ?? 'known';
    if (chosen !== 'known') return chosen.startsWith('%') ? chosen : encoded(chosen) || '-';
    return name === 'serviceId' ? shop.serviceId : name === 'number' ? '7055' : name === 'operator' ? 'orange' : transactionId;
  });
  return query.length === 0 ? path : `${path}?${query.map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&')}`;
}

const LEAKS = /\bat \S+ \(|node_modules|SELECT |INSERT INTO|syntax error at|QueryFailed|TypeError|ReferenceError|pg_|\/src\//;

async function expectCalm(fuzz: FuzzCase): Promise<void> {
  const method = fuzz.method === 'own' ? fuzz.route.method : fuzz.method;
  const { 'content-type': contentType, ...rest } = fuzz.headers;
  const token = { own: shop.token, none: null, wrong: 'wrong' }[fuzz.token];
  const sendsBody = method !== 'GET' && fuzz.body !== undefined;
  const response = await fetch(world.http.baseUrl + pathOf(fuzz), {
    method,
    redirect: 'manual',
    headers: {
      ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && /^[\x20-\x7e]*$/.test(value))) as Record<
        string,
        string
      >),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(sendsBody && { 'content-type': contentType ?? 'application/json' }),
    },
    ...(sendsBody && { body: fuzz.body?.toWellFormed() }),
  });
  const answer = await response.text();
  expect(response.status).toBeLessThan(500);
  expect(answer.slice(0, 2_000)).not.toMatch(LEAKS);
  if (response.headers.get('content-type')?.includes('json') && fuzz.route.ability) expect(JSON.parse(answer)).toHaveProperty('success');
}

describe(`${CASES} requests nobody would send`, () => {
  it('never break the gateway nor make it talk', async () => {
    const routes = routesOf(world).filter(({ method }) => method !== 'ALL');
    await fc.assert(fc.asyncProperty(caseOf(routes), expectCalm), { numRuns: CASES, seed: SEED, endOnFailure: true });
    await until(
      () => world.http.get('/readyz'),
      ({ status }) => status === 200,
    );
    expect((await shop.create()).status).toBe(200);
  }, 900_000);
});
