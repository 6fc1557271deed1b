// Online payments, and the attempts that paid them, as values for COPY.
import { randomInt, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { PAYMENT_LIST } from '../../dist/products/payments/payments/payment.list.js';
import { CONTROLS } from './planted.mjs';

export const list = PAYMENT_LIST;
export const area = 'payment';
/** The tables in the order in which they are copied. */
export const tables = [
  {
    name: 'payment_transaction',
    columns: [
      ...['id', 'service_id', 'payer_transaction_id', 'status', 'amount_minor', 'currency', 'pln_minor', 'pln_rate', 'channel'],
      ...[
        'commission_minor',
        'partner_minor',
        'control',
        'customer',
        'cart',
        'offered_channels',
        'attempt_count',
        'paid_at',
        'expires_at',
        'due_at',
      ],
      ...['created_at', 'updated_at'],
    ],
  },
  {
    name: 'payment_attempt',
    columns: [
      ...['reference', 'transaction_id', 'service_id', 'channel', 'connector', 'state', 'test', 'amount_minor', 'currency', 'pln_minor'],
      ...['commission_minor', 'partner_minor', 'next', 'expires_at', 'started_at', 'updated_at'],
    ],
  },
];

const CHANNELS = ['blik', 'blik', 'blik', 'mbank', 'ing', 'pekao', 'card'];
const AMOUNTS = [999, 1_230, 2_999, 4_999, 12_999];
const LIFETIME_MS = 15 * 60_000;
const CUSTOMER = JSON.stringify({ name: 'Jan Kowalski', email: 'jan@example.com', countryCode: 'PL' });
const CART = JSON.stringify([{ name: 'A golden sword', quantity: 1, price: 12.3 }]);

export async function addDetails(client, serviceId) {
  await client.query(
    `INSERT INTO payment_channel (service_id, channel, enabled, commission_bp, commission_fixed_minor)
     SELECT DISTINCT $1, channel, true, 150, 0 FROM unnest($2::text[]) AS channel`,
    [serviceId, CHANNELS],
  );
}

/** Of 100 payers 55 pay. A payment that has not expired may still be open. */
function statusOf(createdAt, now) {
  const chance = Math.random();
  if (now - createdAt > LIFETIME_MS) return chance < 0.55 ? 'paid' : chance < 0.65 ? 'failure' : 'expired';
  return chance < 0.5 ? 'new' : 'paid';
}

// The number from which the payer ids count up. A payer id has eight characters and is unique, also among payments of an earlier run.
const FIRST_PAYER_ID = randomInt(2 ** 40);
let rowCount = 0;

/** @returns the status of a payment and its values for each table. */
export function row({ serviceId, createdAt, now, control, isPlanted }) {
  rowCount += 1;
  const status = isPlanted ? 'paid' : statusOf(createdAt, now);
  const isPaid = status === 'paid';
  const [id, createdAtText] = [uuidv7({ msecs: createdAt }), new Date(createdAt).toISOString()];
  const [channel, amount] = [CHANNELS[rowCount % CHANNELS.length], AMOUNTS[createdAt % AMOUNTS.length]];
  const commission = Math.round(amount * 0.015);
  const [money, shares] = [
    [amount, 'PLN', amount],
    [commission, amount - commission],
  ];
  const payerId = (FIRST_PAYER_ID + rowCount).toString(36).toUpperCase().padStart(8, '0');
  const expiresAt = new Date(createdAt + LIFETIME_MS).toISOString();
  const payment = [id, serviceId, payerId, `transaction_${status}`, ...money, 1, status === 'new' ? null : channel];
  const remaining = [
    control,
    CUSTOMER,
    CART,
    '[]',
    status === 'new' ? 0 : 1,
    isPaid ? createdAtText : null,
    expiresAt,
    expiresAt,
    createdAtText,
    createdAtText,
  ];
  const attempt = [randomUUID(), id, serviceId, channel, 'sandbox', 'paid', false, ...money, ...shares];
  return {
    status: `transaction_${status}`,
    values: [
      [...payment, ...(isPaid ? shares : [null, null]), ...remaining],
      isPaid ? [...attempt, '{"kind":"none"}', expiresAt, createdAtText, createdAtText] : null,
    ],
  };
}

/** Labels and filters of the pages that bench/pages.mjs measures. @param busiest the hour with most rows, as filters */
export const asked = (busiest) => [
  ['paid', { status: 'transaction_paid' }],
  ['the busiest hour', busiest],
  ['the busiest hour, paid', { ...busiest, status: 'transaction_paid' }],
  ['the busiest hour, one channel', { ...busiest, channel: 'blik' }],
  ['control with 10,000', { control: CONTROLS.many }],
  ['that control, paid', { control: CONTROLS.many, status: 'transaction_paid' }],
  ['control of every fifth row', { control: CONTROLS.common }],
];
export const bareConditions = {
  status: (value) => `status = ${value}`,
  control: (value) => `control = ${value}`,
  channel: (value) => `channel = ${value}`,
  from: (value) => `created_at >= ${value}`,
  to: (value) => `created_at < ${value}::timestamptz + interval '1 second'`,
};
