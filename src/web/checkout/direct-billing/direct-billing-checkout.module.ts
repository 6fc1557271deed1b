import { Module } from '@nestjs/common';
import { DirectBillingModule } from '../../../products/direct-billing/direct-billing.module.js';
import { CheckoutShellModule } from '../shell/checkout-shell.module.js';
import { DirectBillingCheckoutController } from './direct-billing-checkout.controller.js';
import { DirectBillingResponder } from './direct-billing-responder.js';

@Module({
  imports: [DirectBillingModule, CheckoutShellModule],
  controllers: [DirectBillingCheckoutController],
  providers: [DirectBillingResponder],
})
export class DirectBillingCheckoutModule {}
