import { Partners1800000000002 } from './1800000000002-partners.js';
import { History1800000000003 } from './1800000000003-history.js';
import { Idempotency1800000000004 } from './1800000000004-idempotency.js';
import { Listing1800000000005 } from './1800000000005-listing.js';
import { Ledger1800000000006 } from './1800000000006-ledger.js';
import { Webhooks1800000000007 } from './1800000000007-webhooks.js';
import { WebhookFunctions1800000000008 } from './1800000000008-webhook-functions.js';
import { Settlements1800000000016 } from './1800000000016-settlements.js';
import { ServiceBrands1800000000021 } from './1800000000021-service-brands.js';
import { PersonalData1800000000023 } from './1800000000023-personal-data.js';
import { WalletsOwe1800000000032 } from './1800000000032-wallets-owe.js';
import { SettlementReferences1800000000035 } from './1800000000035-settlement-references.js';

export const PLATFORM_MIGRATIONS = [
  Partners1800000000002,
  History1800000000003,
  Idempotency1800000000004,
  Listing1800000000005,
  Ledger1800000000006,
  Webhooks1800000000007,
  WebhookFunctions1800000000008,
  Settlements1800000000016,
  ServiceBrands1800000000021,
  PersonalData1800000000023,
  WalletsOwe1800000000032,
  SettlementReferences1800000000035,
];
