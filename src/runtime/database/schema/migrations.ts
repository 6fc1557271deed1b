import { AliasScope1800000000027 } from '../migrations/1800000000027-alias-scope.js';
import { Aliases1800000000018 } from '../migrations/1800000000018-aliases.js';
import { DirectBilling1800000000010 } from '../migrations/1800000000010-direct-billing.js';
import { ExchangeRates1800000000015 } from '../migrations/1800000000015-exchange-rates.js';
import { History1800000000003 } from '../migrations/1800000000003-history.js';
import { Idempotency1800000000004 } from '../migrations/1800000000004-idempotency.js';
import { Ledger1800000000006 } from '../migrations/1800000000006-ledger.js';
import { Listing1800000000005 } from '../migrations/1800000000005-listing.js';
import { PaymentDateKept1800000000033 } from '../migrations/1800000000033-payment-date-kept.js';
import { Payments1800000000013 } from '../migrations/1800000000013-payments.js';
import { Partners1800000000002 } from '../migrations/1800000000002-partners.js';
import { Refunds1800000000014 } from '../migrations/1800000000014-refunds.js';
import { GoesBackTogether1800000000031 } from '../migrations/1800000000031-goes-back-together.js';
import { PersonalData1800000000023 } from '../migrations/1800000000023-personal-data.js';
import { Runtime1800000000001 } from '../migrations/1800000000001-runtime.js';
import { Contradictions1800000000029 } from '../migrations/1800000000029-contradictions.js';
import { ContradictionsChecked1800000000030 } from '../migrations/1800000000030-contradictions-checked.js';
import { Sandbox1800000000012 } from '../migrations/1800000000012-sandbox.js';
import { SandboxAcquirer1800000000020 } from '../migrations/1800000000020-sandbox-acquirer.js';
import { Chargebacks1800000000017 } from '../migrations/1800000000017-chargebacks.js';
import { ServiceBrands1800000000021 } from '../migrations/1800000000021-service-brands.js';
import { SettlementReferences1800000000035 } from '../migrations/1800000000035-settlement-references.js';
import { Settlements1800000000016 } from '../migrations/1800000000016-settlements.js';
import { Sms1800000000011 } from '../migrations/1800000000011-sms.js';
import { OfferedSubscriptions1800000000022 } from '../migrations/1800000000022-offered-subscriptions.js';
import { Subscriptions1800000000019 } from '../migrations/1800000000019-subscriptions.js';
import { VelocityOfPartners1800000000028 } from '../migrations/1800000000028-velocity-of-partners.js';
import { WalletsOwe1800000000032 } from '../migrations/1800000000032-wallets-owe.js';
import { WebhookClaim1800000000008 } from '../migrations/1800000000008-webhook-claim.js';
import { WebhookRecord1800000000009 } from '../migrations/1800000000009-webhook-record.js';
import { Webhooks1800000000007 } from '../migrations/1800000000007-webhooks.js';

/** Every migration in order. A new one is added here and nowhere else. */
export const MIGRATIONS = [
  Runtime1800000000001,
  Partners1800000000002,
  History1800000000003,
  Idempotency1800000000004,
  Listing1800000000005,
  Ledger1800000000006,
  Webhooks1800000000007,
  WebhookClaim1800000000008,
  WebhookRecord1800000000009,
  DirectBilling1800000000010,
  Sms1800000000011,
  Sandbox1800000000012,
  Payments1800000000013,
  Refunds1800000000014,
  ExchangeRates1800000000015,
  Settlements1800000000016,
  Chargebacks1800000000017,
  Aliases1800000000018,
  Subscriptions1800000000019,
  SandboxAcquirer1800000000020,
  ServiceBrands1800000000021,
  OfferedSubscriptions1800000000022,
  PersonalData1800000000023,
  AliasScope1800000000027,
  VelocityOfPartners1800000000028,
  Contradictions1800000000029,
  ContradictionsChecked1800000000030,
  GoesBackTogether1800000000031,
  WalletsOwe1800000000032,
  PaymentDateKept1800000000033,
  SettlementReferences1800000000035,
];
