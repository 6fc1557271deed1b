import { ACQUIRERS, isTestChannel } from '../actors/simulated-acquirer.js';
import type { World } from '../world/world.js';
import type { ReferenceModel } from '../model/reference-model.js';
import { digits } from '../model/digits.js';
import { adoptBlikRows, type BlikRows, blikRows } from './adopt-blik-rows.js';
import type { Reading } from './read-at-once.js';

interface SaleRow {
  id: string;
  control: string;
}

interface ChargeRow {
  reference: string;
  sale: string;
  operator: string;
  gross: number;
  begun_at: string;
}

interface AttemptRow {
  reference: string;
  sale: string;
  channel: string;
  amount: number;
  currency: string;
  begun_at: string;
  until: string;
}

const SALES = `
  SELECT id, control FROM direct_billing_transaction UNION ALL SELECT id, control FROM payment_transaction
  UNION ALL SELECT id, reference FROM payout UNION ALL SELECT id, reference FROM ledger_adjustment UNION ALL SELECT id, reference FROM settlement`;
const CHARGES = `
  SELECT reference, transaction_id AS sale, operator, gross_minor AS gross, sent_at AS begun_at FROM direct_billing_charge
  WHERE NOT reference = ANY ($1::uuid[]) ORDER BY reference`;
const ATTEMPTS = `
  SELECT reference, transaction_id AS sale, channel, amount_minor AS amount, currency, started_at AS begun_at, expires_at AS until
  FROM payment_attempt WHERE NOT reference = ANY ($1::uuid[]) ORDER BY reference`;
const REFUNDS = `
  SELECT id AS reference, transaction_id AS sale, channel, amount_minor AS amount FROM payment_refund
  WHERE status = 'refund_new' OR NOT replace(id::text, '-', '') = ANY ($1::text[]) ORDER BY created_at, id`;

interface RefundRow {
  reference: string;
  sale: string;
  channel: string;
  amount: number;
}

/** New rows, and all sales. */
export interface NewRows extends BlikRows {
  sales: SaleRow[];
  charges: ChargeRow[];
  attempts: AttemptRow[];
  refunds: RefundRow[];
}

/** The readings for `adoptRows`. */
export function newRows(model: ReferenceModel): Record<keyof NewRows, Reading> {
  const { charges, attempts, refunds } = model;
  return {
    ...blikRows,
    sales: { text: SALES, values: [] },
    charges: { text: CHARGES, values: [[...charges.values()].map(({ reference }) => reference)] },
    attempts: { text: ATTEMPTS, values: [[...attempts.keys()]] },
    refunds: { text: REFUNDS, values: [[...refunds.keys()]] },
  };
}

/**
 * Names rows after what they are about. Charges and attempts that no party has heard of, because the process died before its call, are
 * entered in the model as unseen. Nothing else in the model comes from rows.
 */
export function adoptRows(world: World, rows: NewRows): void {
  const { model } = world;
  const { sales, charges, attempts, refunds } = rows;
  const saleOf = new Map(sales.map(({ id, control }) => [id, control]));
  for (const { id, control } of sales) model.setName(id, control);
  for (const row of charges) {
    const sale = model.directBillingSale(saleOf.get(row.sale) ?? '');
    if (!sale || model.charge(row.reference)) continue;
    const charge = {
      name: `${sale.name}/${sale.charges.length + 1}`,
      sale,
      reference: row.reference,
      operator: row.operator,
      test: row.operator === 't-mobile',
      gross: row.gross,
      actualState: 'unseen' as const,
      state: 'sent',
      reversals: 0,
      isSuspense: false,
      startedAt: new Date(row.begun_at),
      reportedOutcomes: new Set<string>(),
      isUnacknowledged: false,
    };
    sale.charges.push(charge);
    model.charges.set(digits(row.reference), charge);
    model.setName(row.reference, charge.name);
  }
  for (const row of attempts) {
    const payment = model.onlinePayment(saleOf.get(row.sale) ?? '');
    if (!payment || !Object.values(ACQUIRERS).some((channels) => channels.some((id) => id === row.channel))) continue;
    const requested = { amount: row.amount, currency: row.currency };
    model.adoptAttempt(payment, {
      reference: row.reference,
      channel: row.channel,
      test: isTestChannel(row.channel),
      requested,
      until: new Date(row.until),
      startedAt: new Date(row.begun_at),
    });
  }
  adoptBlikRows(world, rows, saleOf);
  for (const { reference, sale, channel, amount } of refunds) {
    const payment = model.onlinePayment(saleOf.get(sale) ?? '');
    if (!payment) continue;
    const refund = model.adoptRefund(payment, { reference, channel, test: isTestChannel(channel), amount });
    refund.state ??= 'refund_new';
  }
}
