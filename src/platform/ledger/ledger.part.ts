import type { Part } from '../products/product.js';
import { PROPOSAL_CHECK } from './approvals/checks.js';
import { ADJUSTMENT_CHECK, PAYOUT_CHECK } from './manual/checks.js';
import { CLAIM_CHECK, SETTLEMENT_BATCH_CHECK, SETTLEMENT_CHECK } from './settlement/checks.js';

/** The checks of the ledger's own rows: settlements, payouts, adjustments and proposals. */
export const LEDGER: Part = {
  checks: [SETTLEMENT_CHECK, SETTLEMENT_BATCH_CHECK, CLAIM_CHECK, PAYOUT_CHECK, ADJUSTMENT_CHECK, PROPOSAL_CHECK],
};
