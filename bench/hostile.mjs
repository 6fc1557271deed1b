// The cost of requests that are made to be expensive: the gateway's processor time per byte that the sender needs, one request after another, on
// loopback only, and its memory when the largest ones come at once. Another build of the gateway can be measured in the same way.
// Usage: npm run bench:hostile [-- --seconds 3 --build /path/of/another/checkout]
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { demoToken } from './demo-token.mjs';
import { processMs } from './processor-time.mjs';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, build: { type: 'string', default: join(import.meta.dirname, '..') } },
});
const { ENCRYPTION_KEYS, UNREACHABLE_LIMITS, startDatabase, startServer } = await import(join(resolve(options.build), 'bench/world.mjs'));
/** Processor time is counted in ticks of 10 ms, so fewer requests would be too inexact. */
const MIN_REQUESTS = 5;
/** Requests with large bodies that are sent at once, to measure the memory that they take. */
const AT_ONCE = 200;

const database = await startDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'gateway-bench-demo-'));
const gateway = await startServer(
  'dist/main.js',
  {
    NODE_ENV: 'development',
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    ENCRYPTION_KEYS,
    LOG_LEVEL: 'silent',
    SANDBOX: 'on',
    SEED_DEMO: 'on',
    ROLE: 'api',
    ...UNREACHABLE_LIMITS,
    RATE_LIMIT_FAILED_AUTH: '0',
    SMS_CONNECTOR_SECRET: 'a-secret-of-this-benchmark-alone-4711',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    NODE_OPTIONS: '--max-old-space-size=256', // the heap that Node takes in a container with 512 MB
  },
  '/healthz',
);
try {
  const authorization = `Bearer ${await demoToken(dataDir, gateway.url)}`;
  const transactionsOf = async (product) => {
    const { data } = await (await fetch(`${gateway.url}/${product}`, { headers: { authorization } })).json();
    return `/${product}/${data[0].id}/transactions`;
  };
  const transactions = await transactionsOf('directbilling');
  const payments = await transactionsOf('payment');
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const bomb = brotliCompressSync('a&'.repeat(131_072));
  const objects = (count) => `{"amount":5,"returns":[${Array(count).fill('{}').join()}]}`;
  const nested = `{"amount":5,"returns":${'{"success":'.repeat(1500)}1${'}'.repeat(1500)}}`;
  const items = (count, item) => `{"amount":5,"cart":[${Array(count).fill(JSON.stringify(item)).join()}]}`;
  const item = { name: 'Hex bolt M8', quantity: 2, price: 0.15, producer: null, category: 'Fasteners', code: 'HB-8' };
  const brotli = { 'content-encoding': 'br' };
  const strangers = {
    'GET of the API without a token': ['GET', transactions, {}, ''],
    'GET with a wrong token': ['GET', transactions, { authorization: `Bearer ${'x'.repeat(43)}` }, ''],
    'an unknown payment’s page': ['GET', '/pay/directbilling/019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30', {}, ''],
    'brotli of 131,072 fields to the SMS inbound': ['POST', '/connectors/sms/inbound', { ...form, ...brotli }, bomb],
    'the same, not compressed': ['POST', '/connectors/sms/inbound', form, 'a&'.repeat(131_072)],
    'brotli of JSON to the API': ['POST', transactions, { ...json, ...brotli }, brotliCompressSync(objects(80_000))],
    '80,000 objects to an unknown path': ['POST', '/nowhere', json, objects(80_000)],
    '60 KB of fields to an unknown payment': [
      'POST',
      '/pay/directbilling/019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30/code',
      form,
      'a&'.repeat(30_000),
    ],
  };
  const partners = {
    'a list': ['GET', transactions, { authorization }, ''],
    'a transaction': ['POST', transactions, { ...json, authorization }, '{"amount":5}'],
    '2,000 objects where one belongs': ['POST', transactions, { ...json, authorization }, objects(2_000)],
    '80,000 objects where one belongs': ['POST', transactions, { ...json, authorization }, objects(80_000)],
    'the same as brotli': ['POST', transactions, { ...json, ...brotli, authorization }, brotliCompressSync(objects(80_000))],
    'nested 1,500 levels deep': ['POST', transactions, { ...json, authorization }, nested],
    'an online payment': ['POST', payments, { ...json, authorization }, '{"amount":5}'],
    'with 2,000 items in the cart': ['POST', payments, { ...json, authorization }, items(2_000, item)],
    'with 2,000 items in 1 MiB': ['POST', payments, { ...json, authorization }, items(2_000, { ...item, text: 'x'.repeat(400) })],
    'with 2,000 items that are empty': ['POST', payments, { ...json, authorization }, items(2_000, {})],
    'with 20,000 items that are empty': ['POST', payments, { ...json, authorization }, items(20_000, {})],
    'with 29,000 objects where one belongs': ['POST', payments, { ...json, authorization }, objects(29_000)],
    '250 KB of text': ['POST', transactions, { ...json, authorization }, `{"amount":5,"description":"${'x'.repeat(250_000)}"}`],
  };
  for (const [sender, requests] of Object.entries({ 'an unknown sender': strangers, 'a partner': partners })) {
    console.log(`\n| of ${sender} | bytes | answer | ms of processor time | µs for each byte |\n|---|---|---|---|---|`);
    for (const [label, requestParts] of Object.entries(requests)) {
      await measureCost(requestParts, 0.3); // warm-up: code is compiled and caches are filled
      const { bytes, status, ms } = await measureCost(requestParts, Number(options.seconds));
      console.log(`| ${label} | ${bytes} | ${status} | ${ms.toFixed(2)} | ${((ms * 1000) / bytes).toFixed(2)} |`);
    }
  }
  const statuses = [];
  const largest = partners['with 2,000 items in 1 MiB'];
  const idle = memoryOf(gateway.pid).now;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => statuses.push((await send(largest)).status)));
  const created = statuses.filter((status) => status === 200).length;
  const rejected = statuses.filter((status) => status === 429).length;
  console.log(`\n${AT_ONCE} times "with 2,000 items in 1 MiB" at once: ${created} created, ${rejected} got 429.`);
  console.log(`Memory of the gateway: ${idle} MB before, ${memoryOf(gateway.pid).peak} MB at most.`);
} finally {
  await gateway.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** @returns resident memory in MB, now and at most since the process began. */
function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name) => Math.round((Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)[1]) * 1024) / 1e6);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

/** @returns the processor time of the gateway per request, on average over the given time. */
async function measureCost(requestParts, seconds) {
  const [started, before] = [performance.now(), processMs(gateway.pid)];
  let [sent, result] = [0, { bytes: 0, status: 0 }];
  while (sent < MIN_REQUESTS || performance.now() - started < seconds * 1000) {
    result = await send(requestParts);
    sent += 1;
  }
  return { ...result, ms: (processMs(gateway.pid) - before) / sent };
}

/**
 * Sends a request on a connection of its own, because some responses come before the body is read.
 * @returns the approximate bytes of head and body, and the status; `closed` when the gateway closed the connection without a response.
 */
function send([method, path, headers, body]) {
  return new Promise((resolve, reject) => {
    const length = body.length > 0 ? { 'content-length': Buffer.byteLength(body) } : {};
    const sent = request(gateway.url + path, { method, headers: { ...headers, ...length }, agent: false }, (response) => {
      response.resume().on('close', () => {
        const head = sent.getHeaderNames().reduce((sum, name) => sum + name.length + String(sent.getHeader(name)).length + 4, 0);
        resolve({ bytes: method.length + path.length + 13 + head + Buffer.byteLength(body), status: response.statusCode });
      });
    });
    sent.on('error', (error) => (['ECONNRESET', 'EPIPE'].includes(error.code) ? resolve({ bytes: NaN, status: 'closed' }) : reject(error)));
    sent.end(body);
  });
}
