import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { newRowStatements } from '../../../../platform/changes/new-row-statements.js';
import { NewRows } from '../../../../platform/changes/new-rows.js';
import type { KeptAnswer } from '../../../../platform/idempotency/kept-answer.js';
import { insertionOf, type NewRowOf } from '../../../../runtime/database/rows/row-insertion.js';
import { violatedConstraint } from '../../../../runtime/database/violated-constraint.js';
import { LOGGER } from '../../../../runtime/logging/logger.js';
import { PaymentTransaction } from '../payment-transaction.entity.js';
import { newPayerTransactionId } from './payer-transaction-id.js';
import { PAYMENT_LIST } from '../payment.list.js';

/** Nothing was begun and nothing paid of a new payment. */
const NEW_PAYMENTS = insertionOf(PaymentTransaction, [
  'channel',
  'test',
  'commissionMinor',
  'partnerMinor',
  'refundCount',
  'refundMinor',
  'refundPlnMinor',
  'refundedMinor',
  'attemptCount',
  'codeCount',
  'failureReason',
  'holdReason',
  'heldAt',
  'paidAt',
]);

export type NewPayment = NewRowOf<typeof NEW_PAYMENTS>;

const INSERT_PAYMENTS = newRowStatements(NEW_PAYMENTS, PAYMENT_LIST);

const TRIES = 5;

/** Writes new payments, each with a name for its payer that no other has. */
@Injectable()
export class InsertPaymentService {
  private readonly rows: NewRows<NewPayment>;

  constructor(dataSource: DataSource, @Inject(LOGGER) log: Logger) {
    this.rows = new NewRows(dataSource, log, NEW_PAYMENTS, INSERT_PAYMENTS, 'payments');
  }

  /** @throws DomainError IDEMPOTENCY_CONFLICT when the answer's key is not its request's any more; nothing is written then. */
  async run(row: Omit<NewPayment, 'payerTransactionId'>, answer: KeptAnswer | undefined): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.rows.run({ ...row, payerTransactionId: newPayerTransactionId() }, answer);
      } catch (error) {
        // There are 2.8 million million names, so this is for the day when somebody has billions of payments.
        if (violatedConstraint(error) !== 'payment_transaction_payer_id_once' || tries === TRIES) throw error;
      }
    }
  }
}
