import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { EventsController } from './events.controller.js';
import { StatementsController } from './statements.controller.js';
import { WalletController } from './wallet.controller.js';

/** What partners compare their books with; only the api role serves it. */
@Module({ imports: [LedgerModule, WebhooksModule], controllers: [WalletController, StatementsController, EventsController] })
export class ReconciliationApiModule {}
