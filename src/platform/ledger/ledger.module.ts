import { Module } from '@nestjs/common';
import { CheckLedgerService } from './check-ledger.service.js';
import { EntryProofs } from './entry-proof.js';
import { EntryQuery } from './entry.query.js';
import { Ledger } from './ledger.service.js';
import { VerifyLedgerService } from './verify-ledger.service.js';
import { WalletQuery } from './wallet.query.js';

@Module({
  providers: [CheckLedgerService, EntryProofs, EntryQuery, Ledger, VerifyLedgerService, WalletQuery],
  exports: [CheckLedgerService, EntryProofs, EntryQuery, Ledger, VerifyLedgerService, WalletQuery],
})
export class LedgerModule {}
