import { PLATFORM_MIGRATIONS } from './platform/migrations/platform-migrations.js';
import { DIRECT_BILLING_MIGRATIONS } from './products/direct-billing/migrations/direct-billing-migrations.js';
import { PAYMENT_MIGRATIONS } from './products/payments/migrations/payment-migrations.js';
import { SMS_MIGRATIONS } from './products/sms/migrations/sms-migrations.js';
import { RUNTIME_MIGRATIONS } from './runtime/database/migrations/runtime-migrations.js';
import { inOrder } from './runtime/database/schema/migration-list.js';
import { SANDBOX_MIGRATIONS } from './sandbox/migrations/sandbox-migrations.js';

/** The migrations of all parts, in the order of their numbers. */
export const MIGRATIONS = inOrder([
  ...RUNTIME_MIGRATIONS,
  ...PLATFORM_MIGRATIONS,
  ...DIRECT_BILLING_MIGRATIONS,
  ...SMS_MIGRATIONS,
  ...PAYMENT_MIGRATIONS,
  ...SANDBOX_MIGRATIONS,
]);
