// The cost of requests that are made to be expensive: the gateway's processor time per byte that the sender needs, one request after another, on
// loopback only. Another build of the gateway can be measured in the same way.
// Usage: npm run bench:hostile [-- --seconds 3 --build /path/of/another/checkout]
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
  },
  '/healthz',
);
try {
  const authorization = `Bearer ${await demoToken(dataDir, gateway.url)}`;
  const { data } = await (await fetch(`${gateway.url}/directbilling`, { headers: { authorization } })).json();
  const transactions = `/directbilling/${data[0].id}/transactions`;
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const bomb = brotliCompressSync('a&'.repeat(131_072));
  const objects = (count) => `{"amount":5,"returns":[${Array(count).fill('{}').join()}]}`;
  const nested = `{"amount":5,"returns":${'{"success":'.repeat(1500)}1${'}'.repeat(1500)}}`;
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
} finally {
  await gateway.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
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
