import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { EventsController } from './events.controller.js';
import { StatementsController } from './statements.controller.js';
import { WalletController } from './wallet.controller.js';

/** Routes with data for the partners' own reconciliation. A process with the role `worker` does not serve them. */
@Module({ imports: [LedgerModule, WebhooksModule], controllers: [WalletController, StatementsController, EventsController] })
export class ReconciliationApiModule {}
