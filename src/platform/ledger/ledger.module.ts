import { Module, type OnModuleInit } from '@nestjs/common';
import { ProposalExecutor } from './approvals/proposal-executor.js';
import { DecideService } from './approvals/decide.service.js';
import { ContinueSettlementsService } from './approvals/continue-settlements.service.js';
import { PROPOSAL_ROW_CHECK } from './approvals/proposal-row-check.js';
import { ProposalsQuery } from './approvals/proposals.query.js';
import { ProposeService } from './approvals/propose.service.js';
import { CreateAdjustmentService } from './manual/create-adjustment.service.js';
import { ADJUSTMENT_ENTRY_CHECK, PAYOUT_ENTRY_CHECK } from './manual/manual-entry-checks.js';
import { MANUAL_ROW_CHECKS } from './manual/manual-row-checks.js';
import { CreatePayoutService } from './manual/create-payout.service.js';
import { ScheduledVerificationService } from './scheduled-verification.service.js';
import { EntryChecks } from './entry-check.js';
import { EntryQuery } from './entry.query.js';
import { ImportFileService } from './files/import-file.service.js';
import { UndoImportService } from './files/undo-import.service.js';
import { SettlementFilesQuery } from './files/settlement-files.query.js';
import { SettlementSources } from './files/settlement-source.js';
import { Ledger } from './ledger.service.js';
import { RowChecks } from './rows/row-check.js';
import { SealEntriesService } from './seals/seal-entries.service.js';
import { CLAIM_CHECK, SETTLEMENT_PROGRESS_CHECK, SETTLEMENT_ENTRY_CHECK } from './settlement/settlement-checks.js';
import { SettleService } from './settlement/settle.service.js';
import { SettlementQueries } from './settlement/settlement.queries.js';
import { PartnerStatementQuery } from './statement/partner-statement.query.js';
import { StatementQuery } from './statement/statement.query.js';
import { WalletPostingsQuery } from './statement/wallet-postings.query.js';
import { StoredVerifications } from './stored-verifications.js';
import { VerifyLedgerService } from './verify-ledger.service.js';
import { WalletQuery } from './wallet.query.js';

const SERVICES = [
  CreateAdjustmentService,
  ProposalExecutor,
  DecideService,
  ContinueSettlementsService,
  ProposalsQuery,
  ProposeService,
  ScheduledVerificationService,
  EntryChecks,
  EntryQuery,
  ImportFileService,
  StoredVerifications,
  Ledger,
  PartnerStatementQuery,
  CreatePayoutService,
  RowChecks,
  SealEntriesService,
  SettleService,
  SettlementFilesQuery,
  SettlementQueries,
  SettlementSources,
  StatementQuery,
  UndoImportService,
  VerifyLedgerService,
  WalletPostingsQuery,
  WalletQuery,
];

@Module({ providers: SERVICES, exports: SERVICES })
export class LedgerModule implements OnModuleInit {
  constructor(
    private readonly entryChecks: EntryChecks,
    private readonly rowChecks: RowChecks,
  ) {}

  onModuleInit(): void {
    for (const check of [SETTLEMENT_ENTRY_CHECK, PAYOUT_ENTRY_CHECK, ADJUSTMENT_ENTRY_CHECK]) this.entryChecks.add(check);
    this.rowChecks.add(CLAIM_CHECK, SETTLEMENT_PROGRESS_CHECK, ...MANUAL_ROW_CHECKS, PROPOSAL_ROW_CHECK);
  }
}
