import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../../connectors/connectors.module.js';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { AcquirersModule } from '../acquirers/acquirers.module.js';
import { ApplyAliasOutcomeService } from './apply-alias-outcome.service.js';
import { PollAliasService } from './poll-alias.service.js';
import { ExpireAliasesService } from './expire-aliases.service.js';
import { RecordDisclosedAppsService } from './record-disclosed-apps.service.js';
import { PaymentAlias } from './payment-alias.entity.js';
import { AliasRegistrationService } from './registration.service.js';

const EXPORTED = [ApplyAliasOutcomeService, ExpireAliasesService, RecordDisclosedAppsService, AliasRegistrationService, PollAliasService];

/** BLIK aliases of payers. */
@Module({
  imports: [TypeOrmModule.forFeature([PaymentAlias]), AcquirersModule, ChangesModule, ConnectorsModule],
  providers: EXPORTED,
  exports: EXPORTED,
})
export class AliasesModule {}
