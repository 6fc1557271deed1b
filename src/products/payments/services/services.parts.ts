import type { Parts } from '../parts.js';
import { CreatePaymentService } from './create-payment-service.js';

export const SERVICES_PARTS = {
  exported: [CreatePaymentService],
  inner: [],
} satisfies Parts;
