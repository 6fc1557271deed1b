import { Module } from '@nestjs/common';
import { CheckoutQueries } from '../../../products/direct-billing/checkout/checkout.queries.js';
import { DirectBillingModule } from '../../../products/direct-billing/direct-billing.module.js';
import { CheckoutShellModule } from '../shell/checkout-shell.module.js';
import { StateSources } from '../shell/live/state-sources.js';
import { PaymentPaths } from '../shell/payment-paths.js';
import { CHECKOUT_PATH } from './checkout-page.js';
import { DirectBillingCheckoutController, DIRECT_BILLING_STATES } from './direct-billing-checkout.controller.js';
import { DirectBillingResponder } from './direct-billing-responder.js';

@Module({
  imports: [DirectBillingModule, CheckoutShellModule],
  controllers: [DirectBillingCheckoutController],
  providers: [DirectBillingResponder],
})
export class DirectBillingCheckoutModule {
  constructor(paths: PaymentPaths, states: StateSources, checkout: CheckoutQueries) {
    paths.add(CHECKOUT_PATH);
    states.add({ name: DIRECT_BILLING_STATES, statesOf: (ids) => checkout.stages(ids) });
  }
}
