import { Module } from '@nestjs/common';
import { ConnectorsModule } from '../../../connectors/connectors.module.js';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { ExpiredPaymentsQuery } from './expired-payments.query.js';
import { InspectPaymentQuery } from './inspect-payment.query.js';
import { ReviewHeldPaymentService } from './review-held-payment.service.js';
import { PayerActivityQuery } from './payer-activity.query.js';
import { PaymentExceptionQueries } from './payment-exception.queries.js';

const SERVICES = [ExpiredPaymentsQuery, InspectPaymentQuery, ReviewHeldPaymentService, PayerActivityQuery, PaymentExceptionQueries];

/** Queries and decisions for staff. */
@Module({
  imports: [ChangesModule, ConnectorsModule, SubscriptionsModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class ReviewModule {}
