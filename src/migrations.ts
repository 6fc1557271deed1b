import { Runtime1820000000001 } from './runtime/database/migrations/1820000000001-runtime.js';
import { Partners1820000000002 } from './platform/migrations/1820000000002-partners.js';
import { History1820000000003 } from './platform/migrations/1820000000003-history.js';
import { Idempotency1820000000004 } from './platform/migrations/1820000000004-idempotency.js';
import { Listing1820000000005 } from './platform/migrations/1820000000005-listing.js';
import { Ledger1820000000006 } from './platform/migrations/1820000000006-ledger.js';
import { Webhooks1820000000007 } from './platform/migrations/1820000000007-webhooks.js';
import { People1820000000008 } from './platform/migrations/1820000000008-people.js';
import { Audit1820000000009 } from './platform/migrations/1820000000009-audit.js';
import { Settlements1820000000010 } from './platform/migrations/1820000000010-settlements.js';
import { LedgerProposals1820000000011 } from './platform/migrations/1820000000011-ledger-proposals.js';
import { HourlyTotals1820000000012 } from './platform/migrations/1820000000012-hourly-totals.js';
import { PersonalData1820000000013 } from './platform/migrations/1820000000013-personal-data.js';
import { Restored1820000000014 } from './platform/migrations/1820000000014-restored.js';
import { DirectBilling1820000000020 } from './products/direct-billing/migrations/1820000000020-direct-billing.js';
import { Sms1820000000030 } from './products/sms/migrations/1820000000030-sms.js';
import { ExchangeRates1820000000040 } from './products/payments/migrations/1820000000040-exchange-rates.js';
import { ChannelMarks1820000000041 } from './products/payments/migrations/1820000000041-channel-marks.js';
import { PaymentLinks1820000000042 } from './products/payments/migrations/1820000000042-payment-links.js';
import { Payments1820000000043 } from './products/payments/migrations/1820000000043-payments.js';
import { Refunds1820000000044 } from './products/payments/migrations/1820000000044-refunds.js';
import { Chargebacks1820000000045 } from './products/payments/migrations/1820000000045-chargebacks.js';
import { Aliases1820000000046 } from './products/payments/migrations/1820000000046-aliases.js';
import { Subscriptions1820000000047 } from './products/payments/migrations/1820000000047-subscriptions.js';
import { Erasure1820000000048 } from './products/payments/migrations/1820000000048-erasure.js';
import { Sandbox1820000000060 } from './sandbox/migrations/1820000000060-sandbox.js';
import { SandboxAcquirer1820000000061 } from './sandbox/migrations/1820000000061-sandbox-acquirer.js';
import { RefundConflictTime1820000000062 } from './products/payments/migrations/1820000000062-refund-conflict-time.js';
import { CartSize1820000000063 } from './products/payments/migrations/1820000000063-cart-size.js';
import type { MigrationList } from './runtime/database/schema/migration-list.js';

/** In the order of their numbers, in which TypeORM runs them. A migration may need tables of another part of the program. */
export const MIGRATIONS: MigrationList = [
  Runtime1820000000001,
  Partners1820000000002,
  History1820000000003,
  Idempotency1820000000004,
  Listing1820000000005,
  Ledger1820000000006,
  Webhooks1820000000007,
  People1820000000008,
  Audit1820000000009,
  Settlements1820000000010,
  LedgerProposals1820000000011,
  HourlyTotals1820000000012,
  PersonalData1820000000013,
  Restored1820000000014,
  DirectBilling1820000000020,
  Sms1820000000030,
  ExchangeRates1820000000040,
  ChannelMarks1820000000041,
  PaymentLinks1820000000042,
  Payments1820000000043,
  Refunds1820000000044,
  Chargebacks1820000000045,
  Aliases1820000000046,
  Subscriptions1820000000047,
  Erasure1820000000048,
  Sandbox1820000000060,
  SandboxAcquirer1820000000061,
  RefundConflictTime1820000000062,
  CartSize1820000000063,
];
