import type { Parts } from '../parts.js';
import { BookChargebackService } from './book-chargeback.service.js';
import { ChargebacksQuery } from './chargebacks.query.js';

export const CHARGEBACKS_PARTS = {
  exported: [ChargebacksQuery],
  inner: [BookChargebackService],
} satisfies Parts;
