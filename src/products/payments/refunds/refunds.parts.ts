import type { Parts } from '../parts.js';
import { ApplyRefundOutcomeService } from './apply-refund-outcome.service.js';
import { CreateRefundService } from './create-refund.service.js';
import { OpenRefundsQuery } from './open-refunds.query.js';
import { PaymentRefund } from './payment-refund.entity.js';
import { RefundSubject } from './refund-subject.js';
import { RefundsQuery } from './refunds.query.js';
import { SendRefundService } from './send-refund.service.js';

export const REFUNDS_PARTS = {
  entities: [PaymentRefund],
  exported: [CreateRefundService, OpenRefundsQuery, RefundsQuery],
  inner: [ApplyRefundOutcomeService, RefundSubject, SendRefundService],
} satisfies Parts;
