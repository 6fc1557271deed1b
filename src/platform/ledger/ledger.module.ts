import { Module } from '@nestjs/common';
import { CheckLedgerService } from './check-ledger.service.js';
import { EntryQuery } from './entry.query.js';
import { Ledger } from './ledger.service.js';
import { VerifyLedgerService } from './verify-ledger.service.js';
import { WalletQuery } from './wallet.query.js';

@Module({
  providers: [CheckLedgerService, Ledger, WalletQuery, EntryQuery, VerifyLedgerService],
  exports: [CheckLedgerService, Ledger, WalletQuery, EntryQuery, VerifyLedgerService],
})
export class LedgerModule {}
