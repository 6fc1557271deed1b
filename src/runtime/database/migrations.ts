import { Platform1790000000001 } from './migrations/1790000000001-platform.js';
import { Ledger1790000000002 } from './migrations/1790000000002-ledger.js';
import { Webhooks1790000000003 } from './migrations/1790000000003-webhooks.js';
import { Listing1790000000004 } from './migrations/1790000000004-listing.js';
import { DirectBilling1790000000005 } from './migrations/1790000000005-direct-billing.js';
import { Sandbox1790000000006 } from './migrations/1790000000006-sandbox.js';
import { Sms1790000000007 } from './migrations/1790000000007-sms.js';
import { Idempotency1790000000008 } from './migrations/1790000000008-idempotency.js';
import { SandboxSms1790000000009 } from './migrations/1790000000009-sandbox-sms.js';
import { WebhookEndpoint1790000000010 } from './migrations/1790000000010-webhook-endpoint.js';
import { TraceParent1790000000011 } from './migrations/1790000000011-trace-parent.js';
import { WebhookBatches1790000000012 } from './migrations/1790000000012-webhook-batches.js';
import { HistoryOfChanges1790000000014 } from './migrations/1790000000014-history-of-changes.js';
import { Retention1790000000015 } from './migrations/1790000000015-retention.js';
import { OpenOutcomes1790000000016 } from './migrations/1790000000016-open-outcomes.js';

/** Every migration in order. A new one is added here and nowhere else. */
export const MIGRATIONS = [
  Platform1790000000001,
  Ledger1790000000002,
  Webhooks1790000000003,
  Listing1790000000004,
  DirectBilling1790000000005,
  Sandbox1790000000006,
  Sms1790000000007,
  Idempotency1790000000008,
  SandboxSms1790000000009,
  WebhookEndpoint1790000000010,
  TraceParent1790000000011,
  WebhookBatches1790000000012,
  HistoryOfChanges1790000000014,
  Retention1790000000015,
  OpenOutcomes1790000000016,
];
