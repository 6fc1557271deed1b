import type { Parts } from '../parts.js';
import { CreatePaymentTransactionService } from './create-payment.service.js';
import { FindPaymentsQuery } from './find-payments.query.js';
import { InsertPaymentService } from './insert-payment.service.js';
import { ShowPaymentQuery } from './show-payment.query.js';

export const TRANSACTIONS_PARTS = {
  exported: [CreatePaymentTransactionService, FindPaymentsQuery, ShowPaymentQuery],
  inner: [InsertPaymentService],
} satisfies Parts;
