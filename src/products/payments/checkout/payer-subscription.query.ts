import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ServiceBrandQuery } from '../../../platform/partners/brand/service-brand.query.js';
import { StateHistory } from '../../../platform/history/state-history.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { PaymentSubscription } from '../subscriptions/payment-subscription.entity.js';
import { SUBSCRIPTION_TRANSITIONS } from '../subscriptions/states.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { PayerRecurringQuery } from './payer-recurring.query.js';
import type { PayerSubscription } from './payer-subscription.js';

/** Two years of monthly payments. */
const MAX_LISTED_PAYMENTS = 24;

// The payment that set up the subscription counts too. With OR instead of UNION, PostgreSQL would read all payments.
export const READ_PAID_PAYMENTS = {
  name: 'payer_subscription_paid',
  text: `
  SELECT t.paid_at AS "paidAt", t.amount_minor::float8 AS "amountMinor", count(*) OVER ()::int AS "count",
    (sum(t.amount_minor) OVER ())::float8 AS "sum"
  FROM (SELECT $2::uuid AS id UNION SELECT transaction_id FROM payment_charge WHERE subscription_id = $1 AND state = 'taken') AS own
  JOIN payment_transaction t USING (id)
  WHERE t.paid_at IS NOT NULL AND t.amount_minor > 0
  ORDER BY t.paid_at DESC, t.id LIMIT ${MAX_LISTED_PAYMENTS}`,
};

interface PaidPayment extends Record<string, unknown> {
  paidAt: Date;
  amountMinor: number;
  count: number;
  sum: number;
}

/** Reads a subscription for its payer: its mandate, its payments and its end. */
@Injectable()
export class PayerSubscriptionQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly brands: ServiceBrandQuery,
    private readonly recurring: PayerRecurringQuery,
    private readonly history: StateHistory,
  ) {}

  /** @returns null when the subscription does not exist. */
  async run(subscriptionId: string): Promise<PayerSubscription | null> {
    const { manager } = this.dataSource;
    const row = await manager.findOneBy(PaymentSubscription, { id: subscriptionId });
    if (!row) return null;
    const payment = await manager.findOneByOrFail(PaymentTransaction, { id: row.transactionId });
    const [{ sellerName, serviceName, brand }, mandate, paidPayments] = [
      await this.brands.shop(row.serviceId),
      await this.recurring.mandateOf(row),
      await runNamed<PaidPayment>(this.dataSource, READ_PAID_PAYMENTS, [row.id, row.transactionId]),
    ];
    const isLive = !SUBSCRIPTION_TRANSITIONS.isFinal(row.status);
    return {
      subscriptionId: row.id,
      payerTransactionId: payment.payerTransactionId,
      test: row.test,
      sellerName,
      brand,
      item: payment.description ?? serviceName,
      firstMinor: payment.amountMinor,
      mandate,
      isLive: isLive,
      endedAt: isLive ? null : await this.endTimeOf(row),
      endedBy: row.cancelledBy,
      payments: paidPayments.map(({ paidAt, amountMinor }) => ({ paidAt, amountMinor })),
      paymentCount: paidPayments[0]?.count ?? 0,
      paidMinor: paidPayments[0]?.sum ?? 0,
    };
  }

  /** The end is the last state change, because a subscription ends only once. */
  private async endTimeOf({ id, updatedAt }: PaymentSubscription): Promise<Date> {
    return (await this.history.changesOfSubject(id)).at(-1)?.at ?? updatedAt;
  }
}
