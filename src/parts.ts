import { STORED_RESPONSES } from './platform/idempotency/personal-data.js';
import { LEDGER } from './platform/ledger/ledger.part.js';
import type { Part, Product } from './platform/products/product.js';
import { WEBHOOKS } from './platform/webhooks/webhooks.part.js';
import { DIRECT_BILLING } from './products/direct-billing/direct-billing.product.js';
import { PAYMENTS } from './products/payments/payments.product.js';
import { SMS } from './products/sms/sms.product.js';
import { SANDBOX_PERSONAL_DATA } from './sandbox/cleanup/personal-data.js';

/** The products of this gateway. */
export const PRODUCTS: readonly Product[] = [DIRECT_BILLING, SMS, PAYMENTS];

/** All parts of the program that declare something to the platform. The sandbox's tables exist even while the sandbox does not run. */
export const PARTS: readonly Part[] = [LEDGER, WEBHOOKS, { personalData: () => [STORED_RESPONSES, ...SANDBOX_PERSONAL_DATA] }, ...PRODUCTS];
