import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount, formatAmountShortest } from '../../common/money/amount.js';
import type { Rates } from '../../products/direct-billing/commission/tariff.js';
import { DIRECT_BILLING_TRANSITIONS } from '../../products/direct-billing/transactions/transaction-transitions.js';
import type { DirectBillingTransaction } from '../../products/direct-billing/entities/direct-billing-transaction.entity.js';
import { InspectDirectBillingTransactionQuery } from '../../products/direct-billing/transactions/inspect-transaction.query.js';
import { fields } from '../output/fields.js';
import { table } from '../output/table.js';
import type { Session } from '../session.js';
import type { ProductPart } from './product-part.js';

/** @returns null when DirectBilling has no such transaction. */
export async function directBillingPart(app: INestApplicationContext, session: Session, id: string): Promise<ProductPart | null> {
  const found = await app.get(InspectDirectBillingTransactionQuery).run(id);
  if (!found) return null;
  const transaction = transactionView(found.transaction, session);
  const charges = found.charges.map((charge) => ({
    reference: charge.reference,
    operator: charge.operator,
    state: charge.state,
    gross: formatAmount(charge.grossMinor),
    currency: 'PLN',
    sent_at: session.timestamp(charge.sentAt),
    ask_at: session.timestamp(charge.askAt),
    ask_count: charge.askCount,
    updated_at: session.timestamp(charge.updatedAt),
  }));
  const reports = found.reports.map((report) => ({
    received_at: session.timestamp(report.receivedAt),
    operator: report.operator,
    report_id: report.reportId,
    charge_reference: report.chargeReference,
    outcome: report.outcome,
    effect: report.effect,
  }));
  return {
    beginning: { at: found.transaction.createdAt, to: DIRECT_BILLING_TRANSITIONS.initial },
    json: { transaction: { ...transaction, rates: ratesView(found.transaction.rates) }, charges, reports },
    blocks: [
      ['DirectBilling transaction', fields(transaction)],
      [
        'Charges at operators',
        charges.length > 0 ? table(charges, ['reference', 'operator', 'state', 'gross', 'sent_at', 'ask_at', 'ask_count']) : '',
      ],
      [
        'Reports of operators',
        reports.length > 0 ? table(reports, ['received_at', 'operator', 'report_id', 'outcome', 'effect', 'charge_reference']) : '',
      ],
    ],
  };
}

function transactionView(row: DirectBillingTransaction, session: Session) {
  return {
    id: row.id,
    area: 'directbilling',
    service_id: row.serviceId,
    status: row.status,
    rejection: row.rejection,
    amount_type: row.amountType,
    amount: formatAmount(row.amountMinor),
    gross: formatAmount(row.grossMinor),
    net: formatAmount(row.netMinor),
    partner_share: formatAmount(row.partnerMinor),
    currency: 'PLN',
    operator: row.operator,
    phone_number: row.phoneNumber,
    phone_fixed: row.phoneFixed,
    control: row.control,
    description: row.description,
    success_url: row.successUrl,
    failure_url: row.failureUrl,
    steamid: row.steamid,
    codes_sent: row.codeCount,
    tries_of_code: row.tryCount,
    expires_at: session.timestamp(row.expiresAt),
    created_at: session.timestamp(row.createdAt),
    updated_at: session.timestamp(row.updatedAt),
  };
}

/** Percent of the net price by tier, as the transaction keeps them. */
function ratesView(rates: Rates): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(rates).map(([operator, { enabled, sharesBp, maxGrossMinor }]) => [
      operator,
      { enabled, shares: sharesBp.map(formatAmountShortest), max_gross: formatAmount(maxGrossMinor) },
    ]),
  );
}
