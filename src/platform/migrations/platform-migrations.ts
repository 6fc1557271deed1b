import { Partners1820000000002 } from './1820000000002-partners.js';
import { History1820000000003 } from './1820000000003-history.js';
import { Idempotency1820000000004 } from './1820000000004-idempotency.js';
import { Listing1820000000005 } from './1820000000005-listing.js';
import { Ledger1820000000006 } from './1820000000006-ledger.js';
import { Webhooks1820000000007 } from './1820000000007-webhooks.js';
import { People1820000000008 } from './1820000000008-people.js';
import { Audit1820000000009 } from './1820000000009-audit.js';
import { Settlements1820000000010 } from './1820000000010-settlements.js';
import { LedgerProposals1820000000011 } from './1820000000011-ledger-proposals.js';
import { HourlyTotals1820000000012 } from './1820000000012-hourly-totals.js';
import { PersonalData1820000000013 } from './1820000000013-personal-data.js';
import { Restored1820000000014 } from './1820000000014-restored.js';

export const PLATFORM_MIGRATIONS = [
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
];
