import type { Parts } from '../parts.js';
import { HeldPaymentsQuery } from './held-payments.query.js';
import { JudgeHeldPaymentService } from './judge-held-payment.service.js';
import { VelocityQuery } from '../attempts/outcome/velocity.query.js';

export const FRAUD_PARTS = {
  exported: [HeldPaymentsQuery, JudgeHeldPaymentService],
  inner: [VelocityQuery],
} satisfies Parts;
