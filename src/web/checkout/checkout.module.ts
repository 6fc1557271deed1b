import { Module } from '@nestjs/common';
import { DirectBillingCheckoutModule } from './direct-billing/direct-billing-checkout.module.js';
import { PaymentLinkPagesModule } from './links/payment-link-pages.module.js';
import { PaymentsCheckoutModule } from './payments/payments-checkout.module.js';
import { UnknownPagesModule } from './shell/unknown-pages.module.js';

/** The payer's pages of all products. They are served from the gateway's own origin. */
@Module({ imports: [DirectBillingCheckoutModule, PaymentLinkPagesModule, PaymentsCheckoutModule, UnknownPagesModule] })
export class CheckoutModule {}
