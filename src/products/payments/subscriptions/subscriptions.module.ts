import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../../connectors/connectors.module.js';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { ListingModule } from '../../../platform/listing/listing.module.js';
import { AliasesModule } from '../aliases/aliases.module.js';
import { AtChannelModule } from '../at-channel/at-channel.module.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { AgreeOnPageService } from './agree-on-page.service.js';
import { AliasesQuery } from './aliases/aliases.query.js';
import { SubscriptionsOfAliasesQuery } from './aliases/subscriptions-of-aliases.query.js';
import { UnregisterAliasService } from './aliases/unregister-alias.service.js';
import { CancelSubscriptionService } from './cancel-subscription.service.js';
import { ConfirmChargeService } from './charges/confirm-charge.service.js';
import { CreateChargeService } from './charges/create-charge.service.js';
import { RecordChargeService } from './charges/record-charge.service.js';
import { SendChargeService } from './charges/send-charge.service.js';
import { ActivateSubscriptionService } from './consent/activate-subscription.service.js';
import { ApplyConsentOutcomeService } from './consent/apply-consent-outcome.service.js';
import { AskSubscriptionService } from './consent/ask-subscription.service.js';
import { CreateSubscriptionService } from './create-subscription.service.js';
import { EndSubscriptionService } from './end-subscription.service.js';
import { ExpireSubscriptionsService } from './expire-subscriptions.service.js';
import { PaymentSubscription } from './payment-subscription.entity.js';
import { RecordSubscriptionService } from './record-subscription.service.js';
import { RecurringChannelQuery } from './recurring-channel.query.js';
import { SubscriptionSubject } from './subscription-subject.js';
import { SubscriptionsQuery } from './subscriptions.query.js';

const EXPORTED = [
  AgreeOnPageService,
  AliasesQuery,
  ApplyConsentOutcomeService,
  CancelSubscriptionService,
  ConfirmChargeService,
  CreateChargeService,
  CreateSubscriptionService,
  ExpireSubscriptionsService,
  SubscriptionsQuery,
  UnregisterAliasService,
  AskSubscriptionService,
];

/** Subscriptions, their charges, and the API of aliases. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PaymentSubscription]),
    AliasesModule,
    AtChannelModule,
    AttemptsModule,
    ChangesModule,
    ChannelsModule,
    ConnectorsModule,
    ListingModule,
  ],
  providers: [
    ...EXPORTED,
    ActivateSubscriptionService,
    EndSubscriptionService,
    RecordChargeService,
    RecordSubscriptionService,
    RecurringChannelQuery,
    SendChargeService,
    SubscriptionSubject,
    SubscriptionsOfAliasesQuery,
  ],
  exports: EXPORTED,
})
export class SubscriptionsModule {}
