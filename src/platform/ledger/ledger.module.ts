import { Module } from '@nestjs/common';
import { ProposalExecutor } from './approvals/proposal-executor.js';
import { DecideService } from './approvals/decide.service.js';
import { ContinueSettlementsService } from './approvals/continue-settlements.service.js';
import { ProposalsQuery } from './approvals/proposals.query.js';
import { ProposeService } from './approvals/propose.service.js';
import { CreateAdjustmentService } from './manual/create-adjustment.service.js';
import { CreatePayoutService } from './manual/create-payout.service.js';
import { ScheduledVerificationService } from './verification/scheduled-verification.service.js';
import { EntryQuery } from './entry.query.js';
import { ImportFileService } from './files/import-file.service.js';
import { UndoImportService } from './files/undo-import.service.js';
import { SettlementFilesQuery } from './files/settlement-files.query.js';
import { Ledger } from './ledger.service.js';
import { SealEntriesService } from './seals/seal-entries.service.js';
import { SettleService } from './settlement/settle.service.js';
import { SettlementQueries } from './settlement/settlement.queries.js';
import { PartnerStatementQuery } from './statement/partner-statement.query.js';
import { StatementQuery } from './statement/statement.query.js';
import { WalletPostingsQuery } from './statement/wallet-postings.query.js';
import { StoredVerifications } from './verification/stored-verifications.js';
import { VerifyLedgerService } from './verification/verify-ledger.service.js';
import { WalletQuery } from './wallet.query.js';

const SERVICES = [
  CreateAdjustmentService,
  ProposalExecutor,
  DecideService,
  ContinueSettlementsService,
  ProposalsQuery,
  ProposeService,
  ScheduledVerificationService,
  EntryQuery,
  ImportFileService,
  StoredVerifications,
  Ledger,
  PartnerStatementQuery,
  CreatePayoutService,
  SealEntriesService,
  SettleService,
  SettlementFilesQuery,
  SettlementQueries,
  StatementQuery,
  UndoImportService,
  VerifyLedgerService,
  WalletPostingsQuery,
  WalletQuery,
];

@Module({ providers: SERVICES, exports: SERVICES })
export class LedgerModule {}
