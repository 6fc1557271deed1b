import type { Part } from '../products/product.js';
import { PROPOSAL_ROW_CHECK } from './approvals/proposal-row-check.js';
import { ADJUSTMENT_ENTRY_CHECK, PAYOUT_ENTRY_CHECK } from './manual/manual-entry-checks.js';
import { MANUAL_ROW_CHECKS } from './manual/manual-row-checks.js';
import { CLAIM_CHECK, SETTLEMENT_PROGRESS_CHECK, SETTLEMENT_ENTRY_CHECK } from './settlement/settlement-checks.js';

/** The checks of the ledger's own rows: settlements, payouts, adjustments and proposals. */
export const LEDGER: Part = {
  entryChecks: [SETTLEMENT_ENTRY_CHECK, PAYOUT_ENTRY_CHECK, ADJUSTMENT_ENTRY_CHECK],
  rowChecks: [CLAIM_CHECK, SETTLEMENT_PROGRESS_CHECK, ...MANUAL_ROW_CHECKS, PROPOSAL_ROW_CHECK],
};
