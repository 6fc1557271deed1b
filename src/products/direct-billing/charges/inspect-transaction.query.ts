import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EVERY_SERVICE, scopeOperator, type ServiceScope } from '../../../platform/listing/service-scope.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';

/** A callback about a charge, and its effect. */
interface CallbackRecord {
  operator: string;
  reportId: string;
  chargeReference: string;
  outcome: string;
  effect: string;
  receivedAt: Date;
}

export interface TransactionInspection {
  transaction: DirectBillingTransaction;
  /** Oldest first. */
  charges: DirectBillingCharge[];
  /** Oldest first. */
  callbacks: CallbackRecord[];
  /** When the payer's personal data was erased. null when it was not erased. */
  erasedAt: Date | null;
}

/** Reads all that DirectBilling has stored about one transaction, for staff. */
@Injectable()
export class InspectDirectBillingTransactionQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns null when there is no such transaction in the scope. */
  async run(transactionId: string, scope: ServiceScope = EVERY_SERVICE): Promise<TransactionInspection | null> {
    const transaction = await this.dataSource.manager.findOneBy(DirectBillingTransaction, {
      id: transactionId,
      serviceId: scopeOperator(scope),
    });
    if (!transaction) return null;
    const [charges, callbacks, [row]] = await Promise.all([
      this.dataSource.manager.find(DirectBillingCharge, { where: { transactionId }, order: { sentAt: 'ASC', reference: 'ASC' } }),
      this.dataSource.query<CallbackRecord[]>(
        `SELECT r.operator, r.callback_id AS "reportId", r.charge_reference AS "chargeReference", r.outcome, r.effect, r.received_at AS "receivedAt"
         FROM direct_billing_callback r JOIN direct_billing_charge c ON c.reference = r.charge_reference
         WHERE c.transaction_id = $1 ORDER BY r.received_at, r.callback_id`,
        [transactionId],
      ),
      this.dataSource.query<{ erasedAt: Date | null }[]>('SELECT erased_at AS "erasedAt" FROM direct_billing_transaction WHERE id = $1', [
        transactionId,
      ]),
    ]);
    return { transaction, charges, callbacks, erasedAt: row?.erasedAt ?? null };
  }
}
