import { Partners1810000000002 } from './1810000000002-partners.js';
import { History1810000000003 } from './1810000000003-history.js';
import { Idempotency1810000000004 } from './1810000000004-idempotency.js';
import { Listing1810000000005 } from './1810000000005-listing.js';
import { Ledger1810000000006 } from './1810000000006-ledger.js';
import { Webhooks1810000000007 } from './1810000000007-webhooks.js';
import { WebhookFunctions1810000000008 } from './1810000000008-webhook-functions.js';
import { Settlements1810000000016 } from './1810000000016-settlements.js';
import { ServiceBrands1810000000021 } from './1810000000021-service-brands.js';
import { PersonalData1810000000023 } from './1810000000023-personal-data.js';
import { WithdrawalLinks1810000000201 } from './1810000000201-withdrawal-links.js';
import { Audit1810000000301 } from './1810000000301-audit.js';
import { ReleasedDeliveries1810000000401 } from './1810000000401-released-deliveries.js';
import { WalletLines1810000000450 } from './1810000000450-wallet-lines.js';
import { EventFeed1810000000451 } from './1810000000451-event-feed.js';
import { People1810000000500 } from './1810000000500-people.js';
import { AuditOfPeople1810000000501 } from './1810000000501-audit-of-people.js';
import { WebhookResends1810000000530 } from './1810000000530-webhook-resends.js';
import { HeldEndpoints1810000000531 } from './1810000000531-held-endpoints.js';
import { Restored1810000000550 } from './1810000000550-restored.js';
import { HourlyTotals1810000000600 } from './1810000000600-hourly-totals.js';
import { LedgerProposals1810000000620 } from './1810000000620-ledger-proposals.js';
import { LedgerVerifications1810000000640 } from './1810000000640-ledger-verifications.js';
import { MovedUnderWay1810000000650 } from './1810000000650-moved-under-way.js';

export const PLATFORM_MIGRATIONS = [
  Partners1810000000002,
  History1810000000003,
  Idempotency1810000000004,
  Listing1810000000005,
  Ledger1810000000006,
  Webhooks1810000000007,
  WebhookFunctions1810000000008,
  Settlements1810000000016,
  ServiceBrands1810000000021,
  PersonalData1810000000023,
  WithdrawalLinks1810000000201,
  Audit1810000000301,
  ReleasedDeliveries1810000000401,
  WalletLines1810000000450,
  EventFeed1810000000451,
  People1810000000500,
  AuditOfPeople1810000000501,
  WebhookResends1810000000530,
  HeldEndpoints1810000000531,
  Restored1810000000550,
  HourlyTotals1810000000600,
  LedgerProposals1810000000620,
  LedgerVerifications1810000000640,
  MovedUnderWay1810000000650,
];
