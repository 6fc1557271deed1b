import { Module } from '@nestjs/common';
import { AgreementQuery } from './agreements/agreement.query.js';
import { AgreementWriter } from './agreements/agreement-writer.js';
import { DecideAgreementService } from './agreements/decide-agreement.service.js';
import { AnswerConfirmationService } from './bank-app/answer-confirmation.service.js';
import { BankAppAnswersController } from './bank-app/bank-app-answers.controller.js';
import { BankAppController } from './bank-app/bank-app.controller.js';
import { NewCodeService } from './bank-app/new-code.service.js';
import { ShownCodeQuery } from './bank-app/shown-code.query.js';
import { WaitingQuery } from './bank-app/waiting.query.js';
import { CodeReading } from './codes/code-reading.js';
import { TryCodeService } from './codes/try-code.service.js';
import { AnswerChargeService } from './consents/answer-charge.service.js';
import { ChargeConsentService } from './consents/charge-consent.service.js';
import { RegisterConsentService } from './consents/register-consent.service.js';
import { AcquirerOverviewController } from './pages/acquirer-overview.controller.js';
import { PayController } from './pages/pay.controller.js';
import { PayPages } from './pages/pay-pages.js';
import { BeginPaymentService } from './payments/begin-payment.service.js';
import { ChangePaymentService } from './payments/change-payment.service.js';
import { ClosePaymentService } from './payments/close-payment.service.js';
import { PayerDecidesService } from './payments/payer-decides.service.js';
import { PaymentQuery } from './payments/payment.query.js';
import { StoryWriter } from './payments/story-writer.js';
import { AcquirerController } from './protocol/acquirer.controller.js';
import { AgreementsController } from './protocol/agreements.controller.js';
import { RefundPaymentService } from './refunds/refund-payment.service.js';
import { RefundQuery } from './refunds/refund.query.js';
import { AcquirerReports } from './reports/acquirer-reports.js';
import { AgreementReports } from './reports/agreement-reports.js';

const REPORTS = [AcquirerReports, AgreementReports];

/** The simulated acquirer and the banks’ apps behind it. */
@Module({
  controllers: [
    AcquirerController,
    AgreementsController,
    AcquirerOverviewController,
    PayController,
    BankAppController,
    BankAppAnswersController,
  ],
  providers: [
    ...REPORTS,
    AgreementQuery,
    AgreementWriter,
    AnswerChargeService,
    AnswerConfirmationService,
    BeginPaymentService,
    ChangePaymentService,
    ChargeConsentService,
    ClosePaymentService,
    CodeReading,
    DecideAgreementService,
    NewCodeService,
    PayerDecidesService,
    PaymentQuery,
    PayPages,
    RefundPaymentService,
    RefundQuery,
    RegisterConsentService,
    ShownCodeQuery,
    StoryWriter,
    TryCodeService,
    WaitingQuery,
  ],
  exports: REPORTS,
})
export class AcquirerModule {}
