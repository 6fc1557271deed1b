import { Module } from '@nestjs/common';
import { PaymentsModule } from '../../../products/payments/payments.module.js';
import { GATEWAY_PAGES } from '../../pages/gateway-pages.js';
import { CheckoutShellModule } from '../shell/checkout-shell.module.js';
import { PaymentLinkController } from './payment-link.controller.js';

/** The pages of payment links, with which payers pay without a shop. */
@Module({ imports: [PaymentsModule, CheckoutShellModule, GATEWAY_PAGES], controllers: [PaymentLinkController] })
export class PaymentLinkPagesModule {}
