import type { Parts } from '../parts.js';
import { HeldPaymentsQuery } from './held-payments.query.js';
import { InspectPaymentQuery } from './inspect-payment.query.js';
import { JudgeHeldPaymentService } from './judge-held-payment.service.js';
import { PayerElsewhereQuery } from './payer-elsewhere.query.js';

export const REVIEW_PARTS = {
  exported: [HeldPaymentsQuery, InspectPaymentQuery, JudgeHeldPaymentService, PayerElsewhereQuery],
  inner: [],
} satisfies Parts;
