import { Module } from '@nestjs/common';
import { AliasesModule } from '../aliases/aliases.module.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { UsableAliasQuery } from './usable-alias.query.js';
import { PreviousTicketQuery } from './previous-ticket.query.js';
import { PayLevel0Service } from './pay-level0.service.js';
import { PickAppService } from './pick-app.service.js';

const EXPORTED = [PayLevel0Service, PickAppService];

/** Payment with a BLIK code or an alias over the API, without a page of the gateway. */
@Module({
  imports: [AliasesModule, AttemptsModule],
  providers: [...EXPORTED, UsableAliasQuery, PreviousTicketQuery],
  exports: EXPORTED,
})
export class Level0Module {}
