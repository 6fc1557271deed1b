// The server with which bench/http.mjs compares the gateway: Express and pg without a framework, one prepared statement per request, the
// same JSON in the response.
// It checks no token, has fixed prices, and stores an online payment as it was sent. A create writes a row to its own table without
// history and counters, or, under `/same`, runs the gateway's own statement with one row.
import { randomUUID } from 'node:crypto';
import express from 'express';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { newRowStatements } from '../dist/platform/changes/new-row-statements.js';
import { NEW_TRANSACTIONS } from '../dist/products/direct-billing/transactions/insert-transaction.service.js';
import { TRANSACTION_LIST } from '../dist/products/direct-billing/transactions/transaction.list.js';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = express();
app.use(express.json());

const INSERT_TRANSACTIONS = newRowStatements(NEW_TRANSACTIONS, TRANSACTION_LIST);

const INSERT = {
  name: 'bare_insert',
  text: `INSERT INTO bare_transaction (id, service_id, status, gross_minor, net_minor, control, created_at, updated_at)
         VALUES ($1, $2, 'transaction_db_new', $3, $4, $5, now(), now())`,
};
const SHOW = { name: 'bare_show', text: 'SELECT * FROM bare_transaction WHERE id = $1 AND service_id = $2' };
const LIST = { name: 'bare_list', text: 'SELECT * FROM bare_transaction WHERE service_id = $1 ORDER BY created_at DESC, id DESC LIMIT 15' };

const INSERT_PAYMENT = {
  name: 'bare_payment_insert',
  text: `INSERT INTO bare_payment (id, service_id, status, amount_minor, currency, control, description, customer, cart, returns, created_at, updated_at)
         VALUES ($1, $2, 'transaction_new', $3, $4, $5, $6, $7, $8, $9, now(), now())`,
};
const SHOW_PAYMENT = { name: 'bare_payment_show', text: 'SELECT * FROM bare_payment WHERE id = $1 AND service_id = $2' };
const LIST_PAYMENTS = {
  name: 'bare_payment_list',
  text: 'SELECT * FROM bare_payment WHERE service_id = $1 ORDER BY created_at DESC, id DESC LIMIT 15',
};

const toResponse = (row) => ({
  id: row.id,
  status: row.status,
  value: Number(row.gross_minor) / 100,
  value_netto: Number(row.net_minor) / 100,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

app.post('/directbilling/:serviceId/transactions', async (request, response) => {
  const id = uuidv7();
  const gross = Math.round(request.body.amount * 100);
  await pool.query({ ...INSERT, values: [id, request.params.serviceId, gross, Math.round(gross / 1.23), request.body.control ?? null] });
  response.json({ success: true, data: { transactionId: id, redirectUrl: `http://localhost/pay/directbilling/${id}` } });
});
const tariffs = Object.fromEntries(
  ['orange', 'play', 't-mobile', 'plus'].map((operator) => [
    operator,
    { enabled: true, sharesBp: [5000, 5500, 6000], maxGrossMinor: 10_000 },
  ]),
);
const emptyFields = {
  phoneNumber: null,
  phoneFixed: false,
  successUrl: null,
  failureUrl: null,
  steamid: null,
  traceParent: null,
};
app.post('/same/:serviceId/transactions', async (request, response) => {
  const id = uuidv7();
  const { amount, control = null, description = null } = request.body;
  const [grossMinor, createdAt] = [Math.round(amount * 100), new Date()];
  const netMinor = Math.round(grossMinor / 1.23);
  const row = {
    ...emptyFields,
    id,
    serviceId: request.params.serviceId,
    status: 'transaction_db_new',
    amountType: 'gross',
    amountMinor: grossMinor,
    grossMinor,
    netMinor,
    partnerMinor: Math.round(netMinor / 2),
    tariffs,
    control,
    description,
    expiresAt: new Date(createdAt.getTime() + 900_000),
    createdAt,
    updatedAt: createdAt,
  };
  await pool.query({ ...INSERT_TRANSACTIONS.plain, values: NEW_TRANSACTIONS.values([row]) });
  response.json({ success: true, data: { transactionId: id, redirectUrl: `http://localhost/pay/directbilling/${id}` } });
});
app.get('/directbilling/:serviceId/transactions/:id', async (request, response) => {
  const { rows } = await pool.query({ ...SHOW, values: [request.params.id, request.params.serviceId] });
  response.json({ success: true, data: toResponse(rows[0]) });
});
app.get('/directbilling/:serviceId/transactions', async (request, response) => {
  const { rows } = await pool.query({ ...LIST, values: [request.params.serviceId] });
  response.json({ success: true, data: rows.map(toResponse) });
});

const toPaymentItem = (row) => ({
  id: row.id,
  status: row.status,
  amount: Number(row.amount_minor) / 100,
  control: row.control,
  channel: null,
  paid_at: null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
const toPayment = (row) => {
  const { customer, cart, returns, description, currency } = row;
  const amount = { value: Number(row.amount_minor) / 100, currency };
  return { ...toPaymentItem(row), amount, description, redirect: returns, customer, cart };
};
const jsonOrNull = (value) => (value === undefined ? null : JSON.stringify(value));
app.post('/payment/:serviceId/transactions', async (request, response) => {
  const id = randomUUID();
  const { amount, currency = 'PLN', control = null, description = null, customer, cart, returns } = request.body;
  const row = [
    id,
    request.params.serviceId,
    Math.round(amount * 100),
    currency,
    control,
    description,
    jsonOrNull(customer),
    jsonOrNull(cart),
    jsonOrNull(returns),
  ];
  await pool.query({ ...INSERT_PAYMENT, values: row });
  response.json({ success: true, data: { transactionId: id, redirectUrl: `http://localhost/pay/${id}` } });
});
app.get('/payment/:serviceId/transactions/:id', async (request, response) => {
  const { rows } = await pool.query({ ...SHOW_PAYMENT, values: [request.params.id, request.params.serviceId] });
  response.json({ success: true, data: toPayment(rows[0]) });
});
app.get('/payment/:serviceId/transactions', async (request, response) => {
  const { rows } = await pool.query({ ...LIST_PAYMENTS, values: [request.params.serviceId] });
  response.json({ success: true, data: rows.map(toPaymentItem) });
});

const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('SIGTERM', () => server.close(() => pool.end().then(() => process.exit(0))));
