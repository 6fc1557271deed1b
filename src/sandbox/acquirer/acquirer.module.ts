import { Module } from '@nestjs/common';
import { RegistrationQuery } from './registrations/registration.query.js';
import { RegistrationWriter } from './registrations/registration-writer.js';
import { DecideRegistrationService } from './registrations/decide-registration.service.js';
import { DecideConfirmationService } from './bank-app/decide-confirmation.service.js';
import { BankAppDecisionsController } from './bank-app/bank-app-decisions.controller.js';
import { BankAppController } from './bank-app/bank-app.controller.js';
import { NewCodeService } from './bank-app/new-code.service.js';
import { BankAppQueries } from './bank-app/bank-app.queries.js';
import { CodeResolver } from './codes/code-resolver.js';
import { TryCodeService } from './codes/try-code.service.js';
import { DecideChargeService } from './mandates/decide-charge.service.js';
import { ChargeMandateService } from './mandates/charge-mandate.service.js';
import { RegisterMandateService } from './mandates/register-mandate.service.js';
import { TestAmountLog } from './scenarios/test-amount-log.js';
import { AcquirerOverviewController } from './pages/acquirer-overview.controller.js';
import { PayController } from './pages/pay.controller.js';
import { PayPages } from './pages/pay-pages.js';
import { StartPaymentService } from './payments/start-payment.service.js';
import { ChangePaymentService } from './payments/change-payment.service.js';
import { ClosePaymentService } from './payments/close-payment.service.js';
import { DecidePaymentService } from './payments/decide-payment.service.js';
import { PaymentQueries } from './payments/payment.queries.js';
import { ScenarioWriter } from './payments/scenario-writer.js';
import { AcquirerController } from './protocol/acquirer.controller.js';
import { RegistrationsController } from './protocol/registrations.controller.js';
import { RefundPaymentService } from './payments/refund-payment.service.js';
import { SettlementFileController } from './settlements/settlement-file.controller.js';
import { SettlementFileQuery } from './settlements/settlement-file.query.js';
import { AcquirerCallbacks } from './callbacks/acquirer-callbacks.js';
import { RegistrationCallbacks } from './callbacks/registration-callbacks.js';

const CALLBACKS = [AcquirerCallbacks, RegistrationCallbacks];

/** The simulated acquirer and the banks’ apps behind it. */
@Module({
  controllers: [
    AcquirerController,
    RegistrationsController,
    AcquirerOverviewController,
    PayController,
    SettlementFileController,
    BankAppController,
    BankAppDecisionsController,
  ],
  providers: [
    ...CALLBACKS,
    BankAppQueries,
    RegistrationQuery,
    RegistrationWriter,
    DecideChargeService,
    DecideConfirmationService,
    StartPaymentService,
    ChangePaymentService,
    ChargeMandateService,
    ClosePaymentService,
    CodeResolver,
    DecideRegistrationService,
    NewCodeService,
    DecidePaymentService,
    PaymentQueries,
    PayPages,
    RefundPaymentService,
    RegisterMandateService,
    SettlementFileQuery,
    ScenarioWriter,
    TestAmountLog,
    TryCodeService,
  ],
  exports: CALLBACKS,
})
export class AcquirerModule {}
