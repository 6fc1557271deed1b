import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DirectBillingModule } from '../../products/direct-billing/direct-billing.module.js';
import { PageSecurity } from '../pages/page-security.middleware.js';
import { GATEWAY_PAGES } from '../pages/gateway-pages.js';
import { CheckoutResponder } from './direct-billing/checkout-responder.js';
import { DirectBillingCheckoutController } from './direct-billing/direct-billing-checkout.controller.js';
import { ProblemPage } from './direct-billing/problem-page.js';
import { errorsBeforeRouting } from './errors-before-routing.js';
import { UnknownPageController } from './unknown-page.controller.js';

/** The payer's pages, served from the gateway's own origin. */
@Module({
  imports: [DirectBillingModule, GATEWAY_PAGES],
  controllers: [DirectBillingCheckoutController, UnknownPageController],
  providers: [CheckoutResponder, ProblemPage, PageSecurity],
})
export class CheckoutModule implements NestModule {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly security: PageSecurity,
    private readonly problem: ProblemPage,
  ) {}

  configure(consumer: MiddlewareConsumer): void {
    this.http.httpAdapter.use('/pay', errorsBeforeRouting(this.security, this.problem));
    consumer.apply(PageSecurity).forRoutes(DirectBillingCheckoutController, UnknownPageController);
  }
}
