import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { NewRows } from '../../../../platform/changes/new-rows.js';
import type { StoredResponse } from '../../../../platform/idempotency/stored-response.js';
import { insertionOf, type NewRowOf } from '../../../../runtime/database/rows/row-insertion.js';
import { violatedConstraint } from '../../../../runtime/database/violated-constraint.js';
import { LOGGER } from '../../../../runtime/logging/logger.js';
import { PayerEmailHash } from '../payer-email-hash.js';
import { PaymentTransaction } from '../payment-transaction.entity.js';
import { PAYMENT_LIST } from '../payment.list.js';

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

type NewPayment = NewRowOf<typeof NEW_PAYMENTS>;
/** A new payment without the columns that `InsertPaymentService` fills in. */
export type RequestedPayment = Omit<NewPayment, 'payerTransactionId' | 'emailHash'>;

const MAX_TRIES = 5;

/** Inserts new payments, each with a unique payer transaction id. */
@Injectable()
export class InsertPaymentService {
  private readonly rows: NewRows<NewPayment>;

  constructor(
    dataSource: DataSource,
    @Inject(LOGGER) log: Logger,
    private readonly emailHash: PayerEmailHash,
  ) {
    this.rows = new NewRows(dataSource, log, NEW_PAYMENTS, PAYMENT_LIST, 'payments');
  }

  /** @throws DomainError IDEMPOTENCY_CONFLICT when another request took over the key. Nothing is inserted then. */
  async run(payment: RequestedPayment, response: StoredResponse | undefined): Promise<void> {
    const row = { ...payment, emailHash: this.emailHash.currentHash(payment.customer?.email) };
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.rows.run({ ...row, payerTransactionId: newPayerTransactionId() }, response);
      } catch (error) {
        // There are 2.8 trillion ids (36^8), so a second try is rarely needed, even with billions of payments.
        if (violatedConstraint(error) !== 'payment_transaction_payer_id_once' || tries === MAX_TRIES) throw error;
      }
    }
  }
}

const PAYER_ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const PAYER_ID_LENGTH = 8;

/** A random id that the payer sees on the page and can read out to support. */
function newPayerTransactionId(): string {
  return Array.from({ length: PAYER_ID_LENGTH }, () => PAYER_ID_CHARACTERS.charAt(randomInt(PAYER_ID_CHARACTERS.length))).join('');
}
