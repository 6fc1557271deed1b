import { Module, type OnModuleInit } from '@nestjs/common';
import { CarryOut } from './approvals/carry-out.js';
import { DecideService } from './approvals/decide.service.js';
import { GoOnSettlingService } from './approvals/go-on-settling.service.js';
import { PROPOSAL_ROW_INVARIANT } from './approvals/proposal-row-invariant.js';
import { ProposalsQuery } from './approvals/proposals.query.js';
import { ProposeService } from './approvals/propose.service.js';
import { AdjustService } from './manual-entries/adjust.service.js';
import { ADJUSTMENT_INVARIANT, PAYOUT_INVARIANT } from './manual-entries/manual-entry-invariants.js';
import { MANUAL_ENTRY_ROW_INVARIANTS } from './manual-entries/manual-entry-row-invariants.js';
import { PayOutService } from './manual-entries/pay-out.service.js';
import { PayoutListQuery } from './manual-entries/payout-list.query.js';
import { ScheduledVerificationService } from './scheduled-verification.service.js';
import { EntryInvariants } from './entry-invariant.js';
import { EntryQuery } from './entry.query.js';
import { ImportFileService } from './files/import-file.service.js';
import { UndoImportService } from './files/undo-import.service.js';
import { SettlementFilesQuery } from './files/settlement-files.query.js';
import { SettlementSources } from './files/settlement-source.js';
import { Ledger } from './ledger.service.js';
import { RowInvariants } from './rows/row-invariant.js';
import { SealEntriesService } from './seals/seal-entries.service.js';
import { SETTLEMENT_CLAIM_INVARIANT, SETTLEMENT_PROGRESS_INVARIANT } from './settlement/claim-invariants.js';
import { SettleService } from './settlement/settle.service.js';
import { SettlementListQuery } from './settlement/settlement-list.query.js';
import { SETTLEMENT_INVARIANT } from './settlement/settlement-invariant.js';
import { SumsToSettleQuery } from './settlement/sums-to-settle.query.js';
import { PartnerStatementQuery } from './statement/partner-statement.query.js';
import { StatementQuery } from './statement/statement.query.js';
import { WalletEntriesQuery } from './statement/wallet-entries.query.js';
import { KeptVerifications } from './verifications/kept-verifications.js';
import { VerifyLedgerService } from './verify-ledger.service.js';
import { WalletQuery } from './wallet.query.js';

const SERVICES = [
  AdjustService,
  CarryOut,
  DecideService,
  GoOnSettlingService,
  ProposalsQuery,
  ProposeService,
  SumsToSettleQuery,
  ScheduledVerificationService,
  EntryInvariants,
  EntryQuery,
  ImportFileService,
  KeptVerifications,
  Ledger,
  PartnerStatementQuery,
  PayOutService,
  PayoutListQuery,
  RowInvariants,
  SealEntriesService,
  SettleService,
  SettlementFilesQuery,
  SettlementListQuery,
  SettlementSources,
  StatementQuery,
  UndoImportService,
  VerifyLedgerService,
  WalletEntriesQuery,
  WalletQuery,
];

@Module({ providers: SERVICES, exports: SERVICES })
export class LedgerModule implements OnModuleInit {
  constructor(
    private readonly invariants: EntryInvariants,
    private readonly rows: RowInvariants,
  ) {}

  onModuleInit(): void {
    for (const invariant of [SETTLEMENT_INVARIANT, PAYOUT_INVARIANT, ADJUSTMENT_INVARIANT]) this.invariants.add(invariant);
    this.rows.add(SETTLEMENT_CLAIM_INVARIANT, SETTLEMENT_PROGRESS_INVARIANT, ...MANUAL_ENTRY_ROW_INVARIANTS, PROPOSAL_ROW_INVARIANT);
  }
}
