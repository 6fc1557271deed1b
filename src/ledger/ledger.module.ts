import { Module } from '@nestjs/common';
import { EntryQuery } from './entry.query.js';
import { Ledger } from './ledger.service.js';
import { VerifyLedgerService } from './verify-ledger.service.js';
import { WalletQuery } from './wallet.query.js';

@Module({
  providers: [Ledger, WalletQuery, EntryQuery, VerifyLedgerService],
  exports: [Ledger, WalletQuery, EntryQuery, VerifyLedgerService],
})
export class LedgerModule {}
