import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { ListingModule } from '../../../platform/listing/listing.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { CurrenciesModule } from '../currencies/currencies.module.js';
import { PaymentTransactionsModule } from '../transactions/payment-transactions.module.js';
import { CreateLinkService } from './create-link.service.js';
import { DisableLinkService } from './disable-link.service.js';
import { LinksQuery } from './links.query.js';
import { PayLinkService } from './pay-link.service.js';
import { PayerLinkQuery } from './payer-link.query.js';
import { PaymentLink } from './payment-link.entity.js';
import { PaymentsOfLinkQuery } from './payments-of-link.query.js';

const EXPORTED = [CreateLinkService, DisableLinkService, LinksQuery, PayLinkService, PayerLinkQuery, PaymentsOfLinkQuery];

/** Payment links: pages on which payers pay without a shop of the partner. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PaymentLink]),
    ChangesModule,
    ChannelsModule,
    CurrenciesModule,
    ListingModule,
    PaymentTransactionsModule,
  ],
  providers: EXPORTED,
  exports: EXPORTED,
})
export class LinksModule {}
