import type { Parts } from '../parts.js';
import { CreatePaymentTransactionService } from './create-payment.service.js';
import { ExpirePaymentsService } from '../attempts/expire-payments.service.js';
import { FindPaymentsQuery } from './find-payments.query.js';
import { InsertPaymentService } from './insert-payment.service.js';
import { InspectPaymentQuery } from '../review/inspect-payment.query.js';
import { ShowPaymentQuery } from './show-payment.query.js';

export const TRANSACTIONS_PARTS = {
  exported: [CreatePaymentTransactionService, FindPaymentsQuery, InspectPaymentQuery, ShowPaymentQuery],
  inner: [ExpirePaymentsService, InsertPaymentService],
} satisfies Parts;
