import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../../connectors/connectors.module.js';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { AtChannelModule } from '../at-channel/at-channel.module.js';
import { AliasSubject } from './alias-subject.js';
import { ApplyAliasOutcomeService } from './apply-alias-outcome.service.js';
import { PollAliasService } from './poll-alias.service.js';
import { ExpireAliasesService } from './expire-aliases.service.js';
import { KeepToldAppsService } from './keep-told-apps.service.js';
import { PaymentAlias } from './payment-alias.entity.js';
import { RegistrationService } from './registration.service.js';
import { SharedAliasQuery } from './shared-alias.query.js';

const EXPORTED = [
  AliasSubject,
  ApplyAliasOutcomeService,
  ExpireAliasesService,
  KeepToldAppsService,
  RegistrationService,
  SharedAliasQuery,
  PollAliasService,
];

/** BLIK aliases of payers. */
@Module({
  imports: [TypeOrmModule.forFeature([PaymentAlias]), AtChannelModule, ChangesModule, ConnectorsModule],
  providers: EXPORTED,
  exports: EXPORTED,
})
export class AliasesModule {}
