import type { Parts } from '../parts.js';
import { CreatePaymentTransactionService } from './create/create-payment.service.js';
import { FindPaymentsQuery } from './find-payments.query.js';
import { InsertPaymentService } from './create/insert-payment.service.js';
import { ShowPaymentQuery } from './show-payment.query.js';

export const TRANSACTIONS_PARTS = {
  exported: [CreatePaymentTransactionService, FindPaymentsQuery, ShowPaymentQuery],
  inner: [InsertPaymentService],
} satisfies Parts;
