import { Module } from '@nestjs/common';
import { PaymentStatesQuery } from '../../../products/payments/checkout/payment-states.query.js';
import { PaymentsModule } from '../../../products/payments/payments.module.js';
import { GATEWAY_PAGES } from '../../pages/gateway-pages.js';
import { CheckoutShellModule } from '../shell/checkout-shell.module.js';
import { StateSources } from '../shell/live/state-sources.js';
import { PaymentPaths } from '../shell/payment-paths.js';
import { PAYMENT_PATH } from './checkout-page.js';
import { AgreementController } from './agreement/agreement.controller.js';
import { PaymentResponder } from './payment-responder.js';
import { PaymentReturnController } from './payment-return.controller.js';
import { PaymentsCheckoutController, STATES_OF } from './payments-checkout.controller.js';
import { PickAppController } from './pick-app.controller.js';
import { RememberedMethod } from './remembered-method.js';

/** Below `/pay` itself, so that its line stands behind those of all pages whose path has a word there. */
@Module({
  imports: [PaymentsModule, CheckoutShellModule, GATEWAY_PAGES],
  controllers: [PaymentReturnController, PickAppController, AgreementController, PaymentsCheckoutController],
  providers: [PaymentResponder, RememberedMethod],
})
export class PaymentsCheckoutModule {
  constructor(paths: PaymentPaths, source: StateSources, states: PaymentStatesQuery) {
    paths.add(PAYMENT_PATH);
    source.add({ name: STATES_OF, statesOf: (ids) => states.run(ids) });
  }
}
