// The same work without a framework: Express and pg, one prepared statement for each request, the same JSON out.
// It checks no token, keeps no history and counts nothing; it is the measure, not a rival.
import express from 'express';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = express();
app.use(express.json());

const INSERT = {
  name: 'bare_insert',
  text: `INSERT INTO bare_transaction (id, service_id, status, gross_minor, net_minor, control, created_at, updated_at)
         VALUES ($1, $2, 'transaction_db_new', $3, $4, $5, now(), now())`,
};
const SHOW = { name: 'bare_show', text: 'SELECT * FROM bare_transaction WHERE id = $1 AND service_id = $2' };
const LIST = { name: 'bare_list', text: 'SELECT * FROM bare_transaction WHERE service_id = $1 ORDER BY created_at DESC, id DESC LIMIT 15' };

const view = (row) => ({
  id: row.id,
  status: row.status,
  value: Number(row.gross_minor) / 100,
  value_netto: Number(row.net_minor) / 100,
  operator: null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

app.post('/:serviceId/transactions', async (request, response) => {
  const id = uuidv7();
  const gross = Math.round(request.body.amount * 100);
  await pool.query({ ...INSERT, values: [id, request.params.serviceId, gross, Math.round(gross / 1.23), request.body.control ?? null] });
  response.json({ success: true, data: { transactionId: id, redirectUrl: `http://localhost/pay/directbilling/${id}` } });
});
app.get('/:serviceId/transactions/:id', async (request, response) => {
  const { rows } = await pool.query({ ...SHOW, values: [request.params.id, request.params.serviceId] });
  response.json({ success: true, data: view(rows[0]) });
});
app.get('/:serviceId/transactions', async (request, response) => {
  const { rows } = await pool.query({ ...LIST, values: [request.params.serviceId] });
  response.json({ success: true, data: rows.map(view) });
});

const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('SIGTERM', () => server.close(() => pool.end().then(() => process.exit(0))));
