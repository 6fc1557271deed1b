// The server with which bench/sms.mjs compares the gateway: it receives messages and checks codes without a framework. Express and pg run
// the gateway's own prepared statements in the same transactions. This server checks no secret or token, routes no keyword, logs nothing,
// and reads the rate limit only with `?limit=1`.
import express from 'express';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { POST_ENTRIES } from '../dist/platform/ledger/ledger-statements.js';
import { USE_CODE } from '../dist/products/sms/codes/code-statements.js';
import { MESSAGES } from '../dist/products/sms/inbound/claim-statement.js';
import { CLAIM_AND_INSERT_SMS_TRANSACTIONS, SMS_TRANSACTIONS } from '../dist/products/sms/inbound/sms-transaction-statements.js';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const { rows } = await pool.query(
  'SELECT d.service_id AS "serviceId", s.partner_id AS "partnerId", d.keyword FROM sms_service d JOIN service s ON s.id = d.service_id',
);
const serviceOf = new Map(rows.map((row) => [row.keyword, row]));
const ALPHABET = 'ABCDEFGHIJKLMNPQRSTUVWXYZ123456789';
const createCode = () => Array.from({ length: 6 }, () => ALPHABET[Math.floor(Math.random() * ALPHABET.length)]).join('');

// A message to 7055: 0.62 PLN gross, 0.50 net, half of it the partner's.
const ACCOUNT_KINDS = ['platform:clearing:sms', 'platform:vat', 'partner:pending', 'platform:commission'];
const LINES = [1, 2, 3, 4];
const CURRENCIES = ['PLN', 'PLN', 'PLN', 'PLN'];
const AMOUNTS = [62, -12, -25, -25];
const TEST = [false, false, false, false];

async function receive({ id, from, to, text }) {
  const { serviceId, partnerId } = serviceOf.get(text.toLowerCase());
  const at = new Date();
  const code = createCode();
  const reply = `Twoj kod / Your code: ${code}`;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const message = { messageId: id, fromNumber: from, sendNumber: to, text, sentAt: at, receivedAt: at };
    const transaction = { serviceId, messageId: id, fromNumber: from, sendNumber: Number(to), code, sentAt: at, createdAt: at };
    const inserted = await client.query({
      ...CLAIM_AND_INSERT_SMS_TRANSACTIONS,
      values: [
        ...MESSAGES.values([{ ...message, test: false, outcome: 'matched', serviceId, reply }]),
        ...SMS_TRANSACTIONS.values([{ ...transaction, test: false, netMinor: 50, grossMinor: 62, partnerMinor: 25 }]),
      ],
    });
    const partners = [null, null, partnerId, null];
    const entryId = uuidv7();
    const postings = [ACCOUNT_KINDS.map(() => entryId), LINES, ACCOUNT_KINDS, partners, CURRENCIES, TEST, AMOUNTS];
    await client.query({
      ...POST_ENTRIES,
      values: [[entryId], ['sms.received'], [`sms:${inserted.rows[0].id}`], [at], [false], ...postings],
    });
    await client.query('COMMIT');
    return reply;
  } finally {
    client.release();
  }
}

// The statement of the gateway's rate limiter before a check. It runs only with `?limit=1`, because bench/sms.mjs measures this server
// with and without it.
const LIMIT = { name: 'bare_limit', text: 'SELECT points, expire FROM rate_limit WHERE key = $1 AND (expire > $2 OR expire IS NULL)' };

const app = express();
app.post('/connectors/sms/inbound', express.urlencoded({ extended: false }), async (request, response) => {
  response.type('text/plain').send(await receive(request.body));
});
app.post('/sms/:serviceId', express.json(), async (request, response) => {
  const { serviceId } = request.params;
  if (request.query.limit) await pool.query({ ...LIMIT, values: [serviceId, Date.now()] });
  const { rows } = await pool.query({ ...USE_CODE, values: [serviceId, request.body.code, null, new Date()] });
  const [row] = rows;
  response.json({
    success: true,
    data: {
      used: false,
      code: row.code,
      test: row.test,
      from: Number(row.fromNumber),
      number: row.sendNumber,
      value: Number(row.netMinor) / 100,
    },
  });
});
app.get('/', (_, response) => response.send('up'));

const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('SIGTERM', () => server.close(() => pool.end().then(() => process.exit(0))));
