// Received messages and checked codes, compared with the bare server on one database in the same run: in turn A B A B, so that a change of the
// machine's speed affects both. Prints requests per second, the median ratio of the pairs with the lowest and the highest, and the gateway's 99th
// percentile at half of its rate.
// Usage: npm run bench:sms [-- --seconds 5 --rounds 5 --partners 8]
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { createServices, writeCodes } from './sms-world.mjs';
import { ENCRYPTION_KEYS, UNREACHABLE_LIMITS, median, startDatabase, startServer } from './world.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    partners: { type: 'string', default: '8' },
  },
});
const [seconds, rounds, connections, partners] = ['seconds', 'rounds', 'connections', 'partners'].map((name) => Number(options[name]));
const SECRET = 'secret-of-the-benchmark';

const database = await startDatabase();
const servers = {};
try {
  const services = await createServices(database, partners);
  const environment = {
    NODE_ENV: 'development',
    DATABASE_URL: database.appUrl,
    ENCRYPTION_KEYS,
    DATABASE_OWNER_URL: database.ownerUrl,
    LOG_LEVEL: 'silent',
    SANDBOX: 'off',
    SEED_DEMO: 'off',
    ROLE: 'api',
    ...UNREACHABLE_LIMITS,
    SMS_CONNECTOR_SECRET: SECRET,
    HOST: '127.0.0.1',
  };
  servers.gateway = await startServer('dist/main.js', environment, '/healthz');
  servers.bare = await startServer('bench/bare-sms-server.mjs', { DATABASE_URL: database.appUrl }, '/');

  let message = 0;
  const receive = (request) => {
    message += 1;
    const { text } = services[message % services.length];
    const form = `id=m-${message}&from=48500600700&to=7055&text=${text}`;
    return {
      ...request,
      method: 'POST',
      path: '/connectors/sms/inbound',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-connector-secret': SECRET },
      body: form,
    };
  };
  let codes = [];
  let missing = 0;
  const check = (query) => (request) => {
    if (codes.length === 0) missing += 1;
    const { serviceId, token, code } = codes.pop() ?? { serviceId: '00000000' };
    return {
      ...request,
      method: 'POST',
      path: `/sms/${serviceId}${query}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ code }),
    };
  };
  const load = async (name, setupRequest, extra = {}) => {
    const result = await autocannon({
      url: servers[name].url,
      connections,
      duration: seconds,
      requests: [{ method: 'POST', path: '/', setupRequest }],
      ...extra,
    });
    if (missing > 0) throw new Error(`${name}: the prepared codes ran out, because the machine became faster; run again`);
    if (result.non2xx + result.errors > 0) throw new Error(`${name}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} failed`);
    return result;
  };
  /** Writes codes for a run at this rate, and forgets the codes of the run before. */
  const prepareCodes = async (perSecond, forSeconds) => {
    codes = await writeCodes(database, services, Math.ceil(perSecond * (forSeconds + 1)));
  };

  console.log('| operation | gateway req/s | bare req/s | ratio | lowest … highest | p99 at half rate, ms |\n|---|---|---|---|---|---|');
  for (const [operation, setup, prepare] of [
    ['received message', receive, async () => {}],
    ['code check', check(''), prepareCodes],
    ['code check, limit of guesses read by both', check('?limit=1'), prepareCodes],
  ]) {
    const rate = {};
    for (const name of ['gateway', 'bare']) {
      const warmUp = Math.min(3, seconds);
      await prepare(8000, warmUp);
      rate[name] = (await load(name, setup, { duration: warmUp })).requests.average;
    }
    const pairs = [];
    for (let round = 0; round < rounds; round += 1) {
      const pair = [];
      for (const name of ['gateway', 'bare']) {
        await prepare(3 * rate[name], seconds);
        const { average } = (await load(name, setup)).requests;
        rate[name] = Math.max(rate[name], average);
        pair.push(average);
      }
      pairs.push(pair);
    }
    const gatewayRate = median(pairs.map(([a]) => a));
    const ratios = pairs.map(([a, b]) => a / b);
    await prepare(gatewayRate, seconds);
    const half = await load('gateway', setup, { overallRate: Math.max(1, Math.floor(gatewayRate / 2)) });
    const spread = `${Math.min(...ratios).toFixed(2)} … ${Math.max(...ratios).toFixed(2)}`;
    console.log(
      `| ${operation} | ${gatewayRate.toFixed(0)} | ${median(pairs.map(([, b]) => b)).toFixed(0)} | ${median(ratios).toFixed(2)} | ${spread} | ${half.latency.p99} |`,
    );
  }
  const { rows } = await database.query(
    'SELECT count(*)::int AS messages, count(*) FILTER (WHERE used_at IS NOT NULL)::int AS used FROM sms_transaction',
  );
  console.log(
    `\n${partners} partners, ${connections} connections, ${rounds} pairs of ${seconds} s; ${rows[0].messages} transactions, ${rows[0].used} codes used.`,
  );
} finally {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  await database.stop();
}
