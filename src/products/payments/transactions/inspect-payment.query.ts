import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { PaymentAlias } from '../aliases/payment-alias.entity.js';
import { PaymentAttempt } from '../entities/payment-attempt.entity.js';
import { PaymentCode } from '../entities/payment-code.entity.js';
import { PaymentTransaction } from '../entities/payment-transaction.entity.js';
import { PaymentRefund } from '../refunds/payment-refund.entity.js';
import { PaymentSubscription } from '../subscriptions/payment-subscription.entity.js';

/** What an acquirer reported about an attempt or a refund of it, and what that did. */
interface ReportRecord {
  connector: string;
  eventId: string;
  kind: string;
  attemptReference: string;
  refundId: string | null;
  outcome: string;
  effect: string;
  receivedAt: Date;
}

export interface PaymentInspection {
  payment: PaymentTransaction;
  /** Oldest first. */
  attempts: PaymentAttempt[];
  codes: PaymentCode[];
  reports: ReportRecord[];
  /** Oldest first. */
  refunds: PaymentRefund[];
  /** Registered with it. */
  aliases: PaymentAlias[];
  /** Agreed to with it, or charged by it. */
  subscriptions: PaymentSubscription[];
  /** When its payer was forgotten. */
  erasedAt: Date | null;
}

const REPORTS = `
  SELECT connector, event_id AS "eventId", kind, attempt_reference AS "attemptReference", refund_id AS "refundId", outcome, effect, received_at AS "receivedAt"
  FROM payment_report WHERE attempt_reference = ANY ($1) ORDER BY received_at, event_id`;

/** Everything that is known about one payment, for whoever runs the gateway. */
@Injectable()
export class InspectPaymentQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @param name the payment's id, or what its payer can read out. @returns null when there is no such payment. */
  async run(name: { id: string } | { payerTransactionId: string }): Promise<PaymentInspection | null> {
    const { manager } = this.dataSource;
    const payment = await manager.findOneBy(PaymentTransaction, { ...name });
    if (!payment) return null;
    const attempts = await manager.find(PaymentAttempt, {
      where: { transactionId: payment.id },
      order: { startedAt: 'ASC', reference: 'ASC' },
    });
    const references = attempts.map(({ reference }) => reference);
    const [codes, reports, refunds] = await Promise.all([
      manager.find(PaymentCode, { where: { attemptReference: In(references) }, order: { sentAt: 'ASC' } }),
      this.dataSource.query<ReportRecord[]>(REPORTS, [references]),
      manager.find(PaymentRefund, { where: { transactionId: payment.id }, order: { createdAt: 'ASC', id: 'ASC' } }),
    ]);
    return { payment, attempts, codes, reports, refunds, ...(await this.agreements(payment.id)) };
  }

  private async agreements(transactionId: string): Promise<Pick<PaymentInspection, 'aliases' | 'subscriptions' | 'erasedAt'>> {
    const { manager } = this.dataSource;
    const oldestFirst = { createdAt: 'ASC', id: 'ASC' } as const;
    const [charged, [transaction]] = await Promise.all([
      manager.query<{ id: string }[]>('SELECT subscription_id AS id FROM payment_charge WHERE transaction_id = $1', [transactionId]),
      manager.query<{ erasedAt: Date | null }[]>('SELECT erased_at AS "erasedAt" FROM payment_transaction WHERE id = $1', [transactionId]),
    ]);
    const [aliases, subscriptions] = await Promise.all([
      manager.find(PaymentAlias, { where: { transactionId }, order: oldestFirst }),
      manager.find(PaymentSubscription, { where: [{ transactionId }, { id: In(charged.map(({ id }) => id)) }], order: oldestFirst }),
    ]);
    return { aliases, subscriptions, erasedAt: transaction?.erasedAt ?? null };
  }
}
