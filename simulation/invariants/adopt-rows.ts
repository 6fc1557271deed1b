import { ACQUIRERS } from '../parties/simulated-acquirer.js';
import type { World } from '../world/world.js';
import { digits } from '../books/books.js';
import type { Refund } from '../books/refund.js';

interface SaleRow {
  id: string;
  control: string;
}

interface ChargeRow {
  reference: string;
  sale: string;
  operator: string;
  gross: string;
  begun_at: Date;
}

interface AttemptRow {
  reference: string;
  sale: string;
  channel: string;
  amount: string;
  currency: string;
  begun_at: Date;
  until: Date;
}

const SALES = {
  name: 'simulation_sales',
  text: 'SELECT id, control FROM direct_billing_transaction UNION ALL SELECT id, control FROM payment_transaction',
};
const CHARGES = {
  name: 'simulation_charges',
  text: `SELECT reference, transaction_id AS sale, operator, gross_minor AS gross, sent_at AS begun_at FROM direct_billing_charge
         WHERE NOT reference = ANY ($1) ORDER BY reference`,
};
const ATTEMPTS = {
  name: 'simulation_attempts',
  text: `SELECT reference, transaction_id AS sale, channel, amount_minor AS amount, currency, started_at AS begun_at, expires_at AS until
         FROM payment_attempt WHERE NOT reference = ANY ($1) ORDER BY reference`,
};

const REFUNDS = {
  name: 'simulation_refunds',
  text: `SELECT id AS reference, transaction_id AS sale, channel, amount_minor AS amount FROM payment_refund
         WHERE NOT id = ANY ($1) ORDER BY created_at, id`,
};

interface RefundRow {
  reference: string;
  sale: string;
  channel: string;
  amount: string;
}

/**
 * Rows get the names of what they are about. Charges and attempts that no party has heard of, because their process died before it
 * called, are entered in the books as such. Nothing else in the books comes from rows.
 */
export async function adoptRows(world: World): Promise<void> {
  const { books, admin } = world;
  const { rows: sales } = await admin.query<SaleRow>(SALES);
  const saleOf = new Map(sales.map(({ id, control }) => [id, control]));
  for (const { id, control } of sales) books.named(id, control);
  const { rows: charges } = await admin.query<ChargeRow>(CHARGES, [[...books.charges.values()].map(({ reference }) => reference)]);
  for (const row of charges) {
    const sale = books.phone(saleOf.get(row.sale) ?? '');
    if (!sale || books.charge(row.reference)) continue;
    const charge = {
      name: `${sale.name}/${sale.charges.length + 1}`,
      sale,
      reference: row.reference,
      operator: row.operator,
      test: row.operator === 't-mobile',
      gross: Number(row.gross),
      deed: 'unseen' as const,
      reversals: 0,
      stray: false,
      begunAt: row.begun_at,
      said: new Set<string>(),
    };
    sale.charges.push(charge);
    books.charges.set(digits(row.reference), charge);
    books.named(row.reference, charge.name);
  }
  const { rows: attempts } = await admin.query<AttemptRow>(ATTEMPTS, [[...books.attempts.keys()]]);
  for (const row of attempts) {
    const payment = books.online(saleOf.get(row.sale) ?? '');
    if (!payment || !Object.values(ACQUIRERS).some((channels) => channels.some((id) => id === row.channel))) continue;
    const asked = { amount: Number(row.amount), currency: row.currency };
    world.adopt(payment, row.reference, { channel: row.channel, asked, until: row.until, begunAt: row.begun_at });
  }
  const { rows: refunds } = await admin.query<RefundRow>(REFUNDS, [[...books.refunds.keys()]]);
  for (const { reference, sale, channel, amount } of refunds) {
    const payment = books.online(saleOf.get(sale) ?? '');
    if (!payment) continue;
    const name = `${payment.name}/r${payment.refunds.length + 1}`;
    const refund: Refund = {
      name,
      payment,
      reference: digits(reference),
      channel,
      test: ACQUIRERS['tryout']?.some((id) => id === channel) ?? false,
      amount: Number(amount),
      deed: 'unseen',
      said: new Set(),
      grosz: null,
      lives: true,
    };
    payment.refunds.push(refund);
    books.refunds.set(digits(reference), refund);
    books.named(reference, name);
  }
}
