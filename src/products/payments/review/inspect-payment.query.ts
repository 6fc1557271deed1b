import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { EVERY_SERVICE, scopeOperator, type ServiceScope } from '../../../platform/listing/service-scope.js';
import { PaymentAlias } from '../blik-aliases/payment-alias.entity.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentCode } from '../attempts/codes/payment-code.entity.js';
import { type Deductions, deductionsOf } from '../payments/deductions.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { PaymentRefund } from '../refunds/payment-refund.entity.js';
import { PaymentSubscription } from '../subscriptions/payment-subscription.entity.js';

/** An acquirer's callback about an attempt or its refund, and the callback's effect. */
interface CallbackRecord {
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
  /** Oldest first. */
  callbacks: CallbackRecord[];
  /** Oldest first. */
  refunds: PaymentRefund[];
  /** Deductions: refunds that did not fail, and chargebacks. */
  deductions: Deductions;
  /** The aliases that were registered with the payment. */
  aliases: PaymentAlias[];
  /** The subscriptions that the payment set up or charged. */
  subscriptions: PaymentSubscription[];
  /** When the payer's data was erased. null when it was not erased. */
  erasedAt: Date | null;
}

const READ_CALLBACKS = `
  SELECT connector, coalesce(event_name, event_id) AS "eventId", kind, attempt_reference AS "attemptReference", refund_id AS "refundId", outcome, effect, received_at AS "receivedAt"
  FROM payment_callback WHERE attempt_reference = ANY ($1) ORDER BY received_at, event_id`;

const READ_CHARGED_SUBSCRIPTIONS = 'SELECT subscription_id AS id FROM payment_charge WHERE transaction_id = $1';
const READ_ERASED_AT = 'SELECT erased_at AS at FROM payment_transaction WHERE id = $1';

/** Reads all stored data about one payment, for staff. */
@Injectable()
export class InspectPaymentQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @param key the payment's id, or the number that its payer sees. @returns null when there is no such payment in the scope. */
  async run(key: { id: string } | { payerTransactionId: string }, scope: ServiceScope = EVERY_SERVICE): Promise<PaymentInspection | null> {
    const { manager } = this.dataSource;
    const payment = await manager
      .createQueryBuilder(PaymentTransaction, 'payment')
      .addSelect('payment.cart')
      .where({ ...key, serviceId: scopeOperator(scope) })
      .getOne();
    if (!payment) return null;
    const attempts = await manager.find(PaymentAttempt, {
      where: { transactionId: payment.id },
      order: { startedAt: 'ASC', reference: 'ASC' },
    });
    const references = attempts.map(({ reference }) => reference);
    const [codes, callbacks, refunds, mandates, [erasure]] = await Promise.all([
      manager.find(PaymentCode, { where: { attemptReference: In(references) }, order: { sentAt: 'ASC' } }),
      this.dataSource.query<CallbackRecord[]>(READ_CALLBACKS, [references]),
      manager.find(PaymentRefund, { where: { transactionId: payment.id }, order: { createdAt: 'ASC', id: 'ASC' } }),
      this.mandates(payment.id),
      this.dataSource.query<{ at: Date | null }[]>(READ_ERASED_AT, [payment.id]),
    ]);
    const deductions = await deductionsOf(manager, payment);
    return { payment, attempts, codes, callbacks, refunds, deductions, ...mandates, erasedAt: erasure?.at ?? null };
  }

  private async mandates(transactionId: string): Promise<Pick<PaymentInspection, 'aliases' | 'subscriptions'>> {
    const { manager } = this.dataSource;
    const chargedSubscriptions = await manager.query<{ id: string }[]>(READ_CHARGED_SUBSCRIPTIONS, [transactionId]);
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    const [aliases, subscriptions] = await Promise.all([
      manager.find(PaymentAlias, { where: { transactionId }, order }),
      manager.find(PaymentSubscription, { where: [{ transactionId }, { id: In(chargedSubscriptions.map(({ id }) => id)) }], order }),
    ]);
    return { aliases, subscriptions };
  }
}
