import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { DirectBillingModule } from '../direct-billing/direct-billing.module.js';
import { PageSecurity } from '../pages/page-security.middleware.js';
import { PagesModule } from '../pages/pages.module.js';
import { CheckoutResponder } from './direct-billing/checkout-responder.js';
import { DirectBillingCheckoutController } from './direct-billing/direct-billing-checkout.controller.js';

/** The payer's pages, served from the gateway's own origin. */
@Module({
  imports: [DirectBillingModule, PagesModule.forOrigin((environment) => environment.http.publicUrl)],
  controllers: [DirectBillingCheckoutController],
  providers: [CheckoutResponder],
})
export class CheckoutModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(PageSecurity).forRoutes(DirectBillingCheckoutController);
  }
}
