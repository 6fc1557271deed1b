// DirectBilling transactions and their booked charges as values for COPY.
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { TRANSACTION_LIST } from '../../dist/products/direct-billing/transactions/transaction.list.js';
import { CONTROLS, PHONES } from './planted.mjs';

export const list = TRANSACTION_LIST;
export const area = 'directbilling';
/** The tables in the order in which they are copied. */
export const tables = [
  {
    name: 'direct_billing_transaction',
    columns: [
      'id',
      'service_id',
      'status',
      'amount_type',
      'amount_minor',
      'gross_minor',
      'net_minor',
      'partner_minor',
      'tariffs',
      'operator',
      'phone_number',
      'control',
      'expires_at',
      'created_at',
      'updated_at',
    ],
  },
  {
    name: 'direct_billing_charge',
    columns: [
      'reference',
      'transaction_id',
      'operator',
      'phone_number',
      'test',
      'state',
      'gross_minor',
      'net_minor',
      'partner_minor',
      'sent_at',
      'updated_at',
    ],
  },
];

export async function addDetails(client, serviceId) {
  await client.query("INSERT INTO direct_billing_service (service_id, suffix) VALUES ($1, 'BENCH')", [serviceId]);
}

const OPERATORS = ['orange', 'play', 't-mobile', 'plus'];
const PRICES = [123, 246, 369, 615, 1230, 2460];
const TARIFFS = JSON.stringify(
  Object.fromEntries(OPERATORS.map((operator) => [operator, { enabled: true, sharesBp: [5000, 5500, 6000], maxGrossMinor: 10_000 }])),
);
const LIFETIME_MS = 15 * 60_000;

/** Of 100 payers 55 pay, the others leave or are declined. A transaction that has not expired may still be open. */
function statusOf(createdAt, now) {
  const chance = Math.random();
  if (now - createdAt > LIFETIME_MS) return chance < 0.55 ? 'payed' : 'rejected';
  return chance < 0.5 ? 'new' : chance < 0.55 ? 'confirmed' : 'payed';
}

const [PAYED, CONFIRMED] = ['transaction_db_payed', 'transaction_db_confirmed'];

/** @returns the status of a transaction and its values for each table. A payed transaction is written as confirmed, see `finish`. */
export function row({ serviceId, createdAt, now, control, phone, isPlanted }) {
  const status = isPlanted ? PAYED : `transaction_db_${statusOf(createdAt, now)}`;
  const hasChosen = status === PAYED || status === CONFIRMED || Math.random() < 0.4;
  const gross = PRICES[createdAt % PRICES.length];
  const net = Math.round(gross / 1.23);
  const [id, createdAtText] = [uuidv7({ msecs: createdAt }), new Date(createdAt).toISOString()];
  const price = [gross, net, Math.floor(net / 2)];
  const payer = hasChosen ? [OPERATORS[createdAt % OPERATORS.length], phone] : [null, null];
  const times = [new Date(createdAt + LIFETIME_MS).toISOString(), createdAtText, createdAtText];
  const writtenStatus = status === PAYED ? CONFIRMED : status;
  return {
    id,
    status,
    values: [
      [id, serviceId, writtenStatus, 'gross', gross, ...price, TARIFFS, ...payer, control, ...times],
      status === PAYED ? [randomUUID(), id, ...payer, false, 'booked', ...price, createdAtText, createdAtText] : null,
    ],
  };
}

/** Sets transactions to payed. That needs their booked charges, and a charge needs its transaction, so both rows must exist before. */
export async function finish(client, rows) {
  const ids = rows.filter(({ status }) => status === PAYED).map(({ id }) => id);
  await client.query('UPDATE direct_billing_transaction SET status = $1 WHERE id = ANY ($2)', [PAYED, ids]);
}

/** Labels and filters of the pages that bench/pages.mjs measures. @param busiest the hour with most rows, as filters */
export const asked = (busiest) => [
  ['payed', { status: 'transaction_db_payed' }],
  ['the busiest hour', busiest],
  ['the busiest hour, payed', { ...busiest, status: 'transaction_db_payed' }],
  ['control with 10,000', { control: CONTROLS.many }],
  ['number with 10,000', { phoneNumber: PHONES.many }],
  ['that control and number', { control: CONTROLS.many, phoneNumber: PHONES.many }],
  ['that control and number, payed', { control: CONTROLS.many, phoneNumber: PHONES.many, status: 'transaction_db_payed' }],
  ['number with 10', { phoneNumber: PHONES.few }],
  ['that number and the control of every fifth row', { phoneNumber: PHONES.few, control: CONTROLS.common }],
  ['number with 10,000 and the control of every fifth row', { phoneNumber: PHONES.many, control: CONTROLS.common }],
  ['control of every fifth row', { control: CONTROLS.common }],
];
export const bareConditions = {
  status: (value) => `status = ${value}`,
  control: (value) => `control = ${value}`,
  phoneNumber: (value) => `phone_number = ${value}`,
  from: (value) => `created_at >= ${value}`,
  to: (value) => `created_at < ${value}::timestamptz + interval '1 second'`,
};
