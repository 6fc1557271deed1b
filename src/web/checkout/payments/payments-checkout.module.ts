import { Module } from '@nestjs/common';
import { PaymentsModule } from '../../../products/payments/payments.module.js';
import { ChannelMarksQuery } from '../../../products/payments/payment-methods/marks/channel-marks.query.js';
import { GATEWAY_PAGES } from '../../pages/gateway-pages.js';
import { StaticAssets } from '../../pages/static-assets.js';
import { CheckoutShellModule } from '../shell/checkout-shell.module.js';
import { findMarkImage } from './method-mark.js';
import { MandateController } from './mandate/mandate.controller.js';
import { SubscriptionController } from './mandate/subscription.controller.js';
import { PaymentResponder } from './payment-responder.js';
import { PaymentReturnController } from './payment-return.controller.js';
import { PaymentsCheckoutController } from './payments-checkout.controller.js';
import { PickAppController } from './pick-app.controller.js';
import { RememberedMethod } from './remembered-method.js';

/** The paths are `/pay/<id>`, so this module is imported after the modules with paths such as `/pay/directbilling`. */
@Module({
  imports: [PaymentsModule, CheckoutShellModule, GATEWAY_PAGES],
  controllers: [SubscriptionController, PaymentReturnController, PickAppController, MandateController, PaymentsCheckoutController],
  providers: [PaymentResponder, RememberedMethod],
})
export class PaymentsCheckoutModule {
  constructor(assets: StaticAssets, marks: ChannelMarksQuery) {
    assets.addPictures((file) => findMarkImage(file, marks));
  }
}
