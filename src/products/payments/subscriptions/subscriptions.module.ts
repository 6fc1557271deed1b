import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../../connectors/connectors.module.js';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { ListingModule } from '../../../platform/listing/listing.module.js';
import { AcquirersModule } from '../acquirers/acquirers.module.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { AcceptSubscriptionService } from './accept-subscription.service.js';
import { AliasesQuery } from './aliases/aliases.query.js';
import { UnregisterAliasService } from './aliases/unregister-alias.service.js';
import { CancelSubscriptionService } from './cancel-subscription.service.js';
import { ConfirmChargeService } from './charges/confirm-charge.service.js';
import { CreateChargeService } from './charges/create-charge.service.js';
import { RecordChargeService } from './charges/record-charge.service.js';
import { SendChargeService } from './charges/send-charge.service.js';
import { ActivateSubscriptionService } from './mandate/activate-subscription.service.js';
import { ApplyMandateOutcomeService } from './mandate/apply-mandate-outcome.service.js';
import { PollMandateService } from './mandate/poll-mandate.service.js';
import { CreateSubscriptionService } from './create-subscription.service.js';
import { CloseSubscriptionService } from './close-subscription.service.js';
import { FindSubscriptionsQuery } from './find-subscriptions.query.js';
import { ExpireSubscriptionsService } from './expire-subscriptions.service.js';
import { PaymentSubscription } from './payment-subscription.entity.js';
import { RecordSubscriptionService } from './record-subscription.service.js';
import { RecurringChannelQuery } from './recurring-channel.query.js';
import { SubscriptionsQuery } from './subscriptions.query.js';

const EXPORTED = [
  AcceptSubscriptionService,
  AliasesQuery,
  ApplyMandateOutcomeService,
  CancelSubscriptionService,
  ConfirmChargeService,
  CreateChargeService,
  CreateSubscriptionService,
  ExpireSubscriptionsService,
  FindSubscriptionsQuery,
  SubscriptionsQuery,
  UnregisterAliasService,
  PollMandateService,
];

/** Subscriptions, their charges, and the API of aliases. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PaymentSubscription]),
    AcquirersModule,
    AttemptsModule,
    ChangesModule,
    ChannelsModule,
    ConnectorsModule,
    ListingModule,
  ],
  providers: [
    ...EXPORTED,
    ActivateSubscriptionService,
    CloseSubscriptionService,
    RecordChargeService,
    RecordSubscriptionService,
    RecurringChannelQuery,
    SendChargeService,
  ],
  exports: EXPORTED,
})
export class SubscriptionsModule {}
