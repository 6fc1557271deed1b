// Premium SMS transactions, and the messages they came with, as values for COPY.
import { SMS_TRANSACTION_LIST, usedStatus } from '../../dist/products/sms/transactions/transaction.list.js';
import { PHONES } from './planted.mjs';

export const list = SMS_TRANSACTION_LIST;
export const area = 'sms';
/** The tables in the order in which they are copied. */
export const tables = [
  {
    name: 'sms_inbound',
    columns: ['message_id', 'from_number', 'send_number', 'text', 'sent_at', 'received_at', 'test', 'outcome', 'service_id', 'reply'],
  },
  {
    name: 'sms_transaction',
    columns: [
      'service_id',
      'message_id',
      'from_number',
      'send_number',
      'code',
      'used_at',
      'test',
      'net_minor',
      'gross_minor',
      'partner_minor',
      'sent_at',
      'created_at',
    ],
  },
];

export async function addDetails(client, serviceId) {
  await client.query("INSERT INTO sms_service (service_id, type, prefix, suffix) VALUES ($1, 'ONE_TIME_CODE', 'BENCH', $1)", [serviceId]);
}

/** SMS numbers. A number that is used more often is listed more often. */
const NUMBERS = [7055, 7055, 7055, 7255, 7255, 7555, 91455, 92555];
const RUN = Date.now().toString(36);
let rowCount = 0;

/** @returns the status of a transaction and its values for each table. Nine of ten codes are used. */
export function row({ serviceId, createdAt, phone }) {
  rowCount += 1;
  const [message, number, isUsed] = [`bench-${RUN}-${rowCount}`, NUMBERS[rowCount % NUMBERS.length], Math.random() < 0.9];
  const at = new Date(createdAt).toISOString();
  const code = rowCount.toString(36).toUpperCase().padStart(8, '0');
  return {
    status: usedStatus(isUsed),
    values: [
      [message, phone, number, `BENCH.${serviceId}`, at, at, false, 'matched', serviceId, code],
      [serviceId, message, phone, number, code, isUsed ? at : null, false, 50, 62, 25, at, at],
    ],
  };
}

/** Labels and filters of the pages that bench/pages.mjs measures. */
export const asked = () => [
  ['unused', { used: false }],
  ['sender with 10,000', { from: PHONES.many }],
  ['that sender, used', { from: PHONES.many, used: true }],
  ['sender with 10', { from: PHONES.few }],
  ['that sender to the number of every third', { from: PHONES.few, send_number: 7055 }],
  ['number of every third', { send_number: 7055 }],
  ['number of every third, unused', { send_number: 7055, used: false }],
];
export const bareConditions = {
  from: (value) => `from_number = ${value}`,
  send_number: (value) => `send_number = ${value}`,
  used: (value) => `(used_at IS NOT NULL) = ${value}`,
  code: (value) => `code = ${value}`,
};
