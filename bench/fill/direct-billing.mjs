// DirectBilling transactions as COPY takes them.
import { v7 as uuidv7 } from 'uuid';
import { TRANSACTION_LIST } from '../../dist/products/direct-billing/transactions/transaction.list.js';
import { CONTROLS, PHONES } from './planted.mjs';

export const list = TRANSACTION_LIST;
export const area = 'directbilling';
/** Copied in this order. */
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
      'rates',
      'operator',
      'phone_number',
      'control',
      'expires_at',
      'created_at',
      'updated_at',
    ],
  },
];

export async function addDetails(client, serviceId) {
  await client.query("INSERT INTO direct_billing_service (service_id, suffix) VALUES ($1, 'BENCH')", [serviceId]);
}

const OPERATORS = ['orange', 'play', 't-mobile', 'plus'];
const PRICES = [123, 246, 369, 615, 1230, 2460];
const RATES = JSON.stringify(
  Object.fromEntries(OPERATORS.map((operator) => [operator, { enabled: true, sharesBp: [5000, 5500, 6000], maxGrossMinor: 10_000 }])),
);
const LIFETIME_MS = 15 * 60_000;

/** Of 100 payers 55 pay, the others leave or are refused; what is younger than its lifetime may still be open. */
function statusOf(createdAt, now) {
  const chance = Math.random();
  if (now - createdAt > LIFETIME_MS) return chance < 0.55 ? 'payed' : 'rejected';
  return chance < 0.5 ? 'new' : chance < 0.55 ? 'confirmed' : 'payed';
}

/** @returns its status, and its values for each table. */
export function row({ serviceId, createdAt, now, control, phone, isPlanted }) {
  const status = `transaction_db_${isPlanted ? 'payed' : statusOf(createdAt, now)}`;
  const chose = status === 'transaction_db_payed' || status === 'transaction_db_confirmed' || Math.random() < 0.4;
  const gross = PRICES[createdAt % PRICES.length];
  const net = Math.round(gross / 1.23);
  const at = new Date(createdAt).toISOString();
  const paid = [gross, gross, net, Math.floor(net / 2)];
  const payer = chose ? [OPERATORS[createdAt % OPERATORS.length], phone] : [null, null];
  const times = [new Date(createdAt + LIFETIME_MS).toISOString(), at, at];
  return { status, values: [[uuidv7({ msecs: createdAt }), serviceId, status, 'gross', ...paid, RATES, ...payer, control, ...times]] };
}

/** What pages are measured with. */
export const asked = [
  ['payed', { status: 'transaction_db_payed' }],
  ['control with 10,000', { control: CONTROLS.many }],
  ['number with 10,000', { phoneNumber: PHONES.many }],
  ['that control and number', { control: CONTROLS.many, phoneNumber: PHONES.many }],
  ['that control and number, payed', { control: CONTROLS.many, phoneNumber: PHONES.many, status: 'transaction_db_payed' }],
  ['number with 10', { phoneNumber: PHONES.few }],
  ['that number and the control of every fifth row', { phoneNumber: PHONES.few, control: CONTROLS.common }],
  ['number with 10,000 and the control of every fifth row', { phoneNumber: PHONES.many, control: CONTROLS.common }],
  ['control of every fifth row', { control: CONTROLS.common }],
];
export const bareColumns = { status: 'status', control: 'control', phoneNumber: 'phone_number' };
