import type { Parts } from '../parts.js';
import { ExtendPaymentTimeService } from './extend-payment-time.service.js';
import { PayerRecurringQuery } from './payer-recurring.query.js';
import { PaymentPageQuery } from './payment-page.query.js';
import { PaymentStatesQuery } from './payment-states.query.js';

export const CHECKOUT_PARTS = {
  exported: [ExtendPaymentTimeService, PaymentPageQuery, PaymentStatesQuery],
  inner: [PayerRecurringQuery],
} satisfies Parts;
