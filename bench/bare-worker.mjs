// The worker with which bench/notifications.mjs compares the gateway's. A BullMQ job carries the body of a notification; this worker signs
// the body, posts it with undici and writes the result to the notification's row with one statement. It has no attempts, order, lease or
// limit per endpoint, and checks no target.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createPostgresBackend, setDefaultBackendFactory, Worker } from 'bullmq';
import pg from 'pg';
import { Agent, request } from 'undici';

const { REDIS_URL, DATABASE_URL, PORT, CONCURRENCY } = process.env;
if (!REDIS_URL) setDefaultBackendFactory(createPostgresBackend);
const connection = REDIS_URL
  ? { url: REDIS_URL, maxRetriesPerRequest: null }
  : { connectionString: DATABASE_URL, schema: 'bullmq', max: 4 };
const agent = new Agent();
const [key, secret] = [randomBytes(16).toString('hex'), randomBytes(32)];
const results = new pg.Pool({ connectionString: DATABASE_URL, max: 20 }); // the pool size of the gateway
const RECORD = {
  name: 'record',
  text: "UPDATE bare_notification SET status = 'acknowledged', http_status = $2, answered_at = $3 WHERE id = $1",
};

async function deliver({ data: { id, url, json, signedText } }) {
  const signature = createHash('sha256').update(`${signedText}|${key}`).digest('hex');
  const body = `${json.slice(0, -1)},"signature":"${signature}"}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const webhookSignature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  const response = await request(url, {
    method: 'POST',
    dispatcher: agent,
    signal: AbortSignal.timeout(10_000),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${webhookSignature}`,
    },
    body,
  });
  if (response.statusCode !== 200 || (await response.body.text()).trim() !== 'OK') throw new Error('not acknowledged');
  await results.query({ ...RECORD, values: [id, response.statusCode, new Date()] });
}

const worker = new Worker('bare', deliver, {
  connection,
  prefix: '{bare}',
  concurrency: Number(CONCURRENCY),
  removeOnComplete: { count: 0 },
});
worker.on('error', (error) => console.error(error.message));
const probe = createServer((_, response) => response.end('OK')).listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  probe.close();
  void worker
    .close(true)
    .then(() => Promise.all([agent.destroy(), results.end()]))
    .then(() => process.exit(0));
});
