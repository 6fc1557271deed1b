import { Module } from '@nestjs/common';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { ExtendPaymentTimeService } from './extend-payment-time.service.js';
import { MandateLinks } from './mandate-links.js';
import { PayerRecurringQuery } from './payer-recurring.query.js';
import { PayerSubscriptionQuery } from './payer-subscription.query.js';
import { PaymentPageQuery } from './payment-page.query.js';
import { PaymentStatesQuery } from './payment-states.query.js';

const EXPORTED = [ExtendPaymentTimeService, MandateLinks, PayerSubscriptionQuery, PaymentPageQuery, PaymentStatesQuery];

/** The queries and actions of the payer's pages. */
@Module({
  imports: [ChangesModule, ChannelsModule],
  providers: [...EXPORTED, PayerRecurringQuery],
  exports: EXPORTED,
})
export class PayerCheckoutModule {}
