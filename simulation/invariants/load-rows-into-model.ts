import { ACQUIRERS, isTestChannel } from '../actors/simulated-acquirer.js';
import type { World } from '../world/world.js';
import type { ReferenceModel } from '../model/reference-model.js';
import { withoutDashes } from '../model/uuid-dashes.js';
import { loadBlikRowsIntoModel, type BlikRows, blikQueries } from './load-blik-rows-into-model.js';
import type { RowQuery } from './read-in-one-statement.js';

interface SaleRow {
  id: string;
  control: string;
}

interface ChargeRow {
  reference: string;
  sale: string;
  operator: string;
  gross: number;
  started_at: string;
}

interface AttemptRow {
  reference: string;
  sale: string;
  channel: string;
  amount: number;
  currency: string;
  started_at: string;
  expires_at: string;
}

const SALES_SQL = `
  SELECT id, control FROM direct_billing_transaction UNION ALL SELECT id, control FROM payment_transaction
  UNION ALL SELECT id, reference FROM payout UNION ALL SELECT id, reference FROM ledger_adjustment UNION ALL SELECT id, reference FROM settlement`;
const CHARGES_SQL = `
  SELECT reference, transaction_id AS sale, operator, gross_minor AS gross, sent_at AS started_at FROM direct_billing_charge
  WHERE NOT reference = ANY ($1::uuid[]) ORDER BY reference`;
const ATTEMPTS_SQL = `
  SELECT reference, transaction_id AS sale, channel, amount_minor AS amount, currency, started_at, expires_at
  FROM payment_attempt WHERE NOT reference = ANY ($1::uuid[]) ORDER BY reference`;
const REFUNDS_SQL = `
  SELECT id AS reference, transaction_id AS sale, channel, amount_minor AS amount FROM payment_refund
  WHERE status = 'refund_new' OR NOT replace(id::text, '-', '') = ANY ($1::text[]) ORDER BY created_at, id`;

interface RefundRow {
  reference: string;
  sale: string;
  channel: string;
  amount: number;
}

/**
 * Rows of all sales and staff commands; of charges, attempts and refunds that the model does not know; and of all refunds in the first
 * state.
 */
export interface NewRows extends BlikRows {
  sales: SaleRow[];
  charges: ChargeRow[];
  attempts: AttemptRow[];
  refunds: RefundRow[];
}

/** The queries for `loadRowsIntoModel`. */
export function newRowQueries(model: ReferenceModel): Record<keyof NewRows, RowQuery> {
  const { charges, attempts, refunds } = model;
  return {
    ...blikQueries,
    sales: { text: SALES_SQL, values: [] },
    charges: { text: CHARGES_SQL, values: [[...charges.values()].map(({ reference }) => reference)] },
    attempts: { text: ATTEMPTS_SQL, values: [[...attempts.keys()]] },
    refunds: { text: REFUNDS_SQL, values: [[...refunds.keys()]] },
  };
}

/**
 * Gives rows the names of the transcript. Adds charges, attempts and refunds whose request never arrived at the provider, because the
 * process died before or the request was lost; their state at the provider is `unseen`. Nothing else in the model comes from rows.
 */
export function loadRowsIntoModel(world: World, rows: NewRows): void {
  const { model } = world;
  const { sales, charges, attempts, refunds } = rows;
  const saleNames = new Map(sales.map(({ id, control }) => [id, control]));
  for (const { id, control } of sales) model.setName(id, control);
  for (const row of charges) {
    const sale = model.directBillingSale(saleNames.get(row.sale) ?? '');
    if (!sale || model.charge(row.reference)) continue;
    const charge = {
      name: `${sale.name}/${sale.charges.length + 1}`,
      sale,
      reference: row.reference,
      operator: row.operator,
      test: row.operator === 't-mobile',
      gross: row.gross,
      actualState: 'unseen' as const,
      gatewayState: 'sent',
      reversalCount: 0,
      isInSuspense: false,
      startedAt: new Date(row.started_at),
      reportedOutcomes: new Set<string>(),
      isUnacknowledged: false,
    };
    sale.charges.push(charge);
    model.charges.set(withoutDashes(row.reference), charge);
    model.setName(row.reference, charge.name);
  }
  for (const row of attempts) {
    const payment = model.onlinePayment(saleNames.get(row.sale) ?? '');
    if (!payment || !Object.values(ACQUIRERS).some((channels) => channels.some((id) => id === row.channel))) continue;
    const requested = { amount: row.amount, currency: row.currency };
    model.adoptAttempt(payment, {
      reference: row.reference,
      channel: row.channel,
      test: isTestChannel(row.channel),
      requested,
      expiresAt: new Date(row.expires_at),
      startedAt: new Date(row.started_at),
    });
  }
  loadBlikRowsIntoModel(world, rows, saleNames);
  for (const { reference, sale, channel, amount } of refunds) {
    const payment = model.onlinePayment(saleNames.get(sale) ?? '');
    if (!payment) continue;
    const refund = model.adoptRefund(payment, { reference, channel, test: isTestChannel(channel), amount });
    refund.gatewayState ??= 'refund_new';
  }
}
