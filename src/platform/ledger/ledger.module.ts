import { Module, type OnModuleInit } from '@nestjs/common';
import { AdjustService } from './by-hand/adjust.service.js';
import { ADJUSTMENT_PROOF, PAYOUT_PROOF } from './by-hand/by-hand-proofs.js';
import { BY_HAND_ROW_PROOFS } from './by-hand/by-hand-row-proofs.js';
import { PayOutService } from './by-hand/pay-out.service.js';
import { CheckLedgerService } from './check-ledger.service.js';
import { EntryProofs } from './entry-proof.js';
import { EntryQuery } from './entry.query.js';
import { ImportFileService } from './files/import-file.service.js';
import { UndoFileService } from './files/undo-file.service.js';
import { SettlementFilesQuery } from './files/settlement-files.query.js';
import { SettlementSources } from './files/settlement-source.js';
import { Ledger } from './ledger.service.js';
import { RowProofs } from './rows/row-proof.js';
import { SealEntriesService } from './seals/seal-entries.service.js';
import { CLAIM_PROOF, SETTLEMENT_PROGRESS_PROOF } from './settlement/claim-proofs.js';
import { SettleService } from './settlement/settle.service.js';
import { SettlementListQuery } from './settlement/settlement-list.query.js';
import { SETTLEMENT_PROOF } from './settlement/settlement-proof.js';
import { PartnerStatementQuery } from './statement/partner-statement.query.js';
import { StatementQuery } from './statement/statement.query.js';
import { VerifyLedgerService } from './verify-ledger.service.js';
import { WalletQuery } from './wallet.query.js';

const SERVICES = [
  AdjustService,
  CheckLedgerService,
  EntryProofs,
  EntryQuery,
  ImportFileService,
  Ledger,
  PartnerStatementQuery,
  PayOutService,
  RowProofs,
  SealEntriesService,
  SettleService,
  SettlementFilesQuery,
  SettlementListQuery,
  SettlementSources,
  StatementQuery,
  UndoFileService,
  VerifyLedgerService,
  WalletQuery,
];

@Module({ providers: SERVICES, exports: SERVICES })
export class LedgerModule implements OnModuleInit {
  constructor(
    private readonly proofs: EntryProofs,
    private readonly rows: RowProofs,
  ) {}

  onModuleInit(): void {
    for (const proof of [SETTLEMENT_PROOF, PAYOUT_PROOF, ADJUSTMENT_PROOF]) this.proofs.add(proof);
    this.rows.add(CLAIM_PROOF, SETTLEMENT_PROGRESS_PROOF, ...BY_HAND_ROW_PROOFS);
  }
}
