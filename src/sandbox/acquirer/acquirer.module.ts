import { Module } from '@nestjs/common';
import { MandateQuery } from './mandates/mandate.query.js';
import { MandateWriter } from './mandates/mandate-writer.js';
import { DecideMandateService } from './mandates/decide-mandate.service.js';
import { AnswerConfirmationService } from './bank-app/answer-confirmation.service.js';
import { BankAppAnswersController } from './bank-app/bank-app-answers.controller.js';
import { BankAppController } from './bank-app/bank-app.controller.js';
import { NewCodeService } from './bank-app/new-code.service.js';
import { ShownCodeQuery } from './bank-app/shown-code.query.js';
import { WaitingQuery } from './bank-app/waiting.query.js';
import { CodeReading } from './codes/code-reading.js';
import { TryCodeService } from './codes/try-code.service.js';
import { AnswerChargeService } from './recurring/answer-charge.service.js';
import { ChargeMandateService } from './recurring/charge-mandate.service.js';
import { RegisterMandateService } from './recurring/register-mandate.service.js';
import { TestAmountLog } from './magic/test-amount-log.js';
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
import { MandatesController } from './protocol/mandates.controller.js';
import { RefundPaymentService } from './refunds/refund-payment.service.js';
import { RefundQuery } from './refunds/refund.query.js';
import { SettlementFileController } from './settlements/settlement-file.controller.js';
import { SettlementFileQuery } from './settlements/settlement-file.query.js';
import { AcquirerReports } from './reports/acquirer-reports.js';
import { MandateReportSender } from './reports/mandate-reports.js';

const REPORTS = [AcquirerReports, MandateReportSender];

/** The simulated acquirer and the banks’ apps behind it. */
@Module({
  controllers: [
    AcquirerController,
    MandatesController,
    AcquirerOverviewController,
    PayController,
    SettlementFileController,
    BankAppController,
    BankAppAnswersController,
  ],
  providers: [
    ...REPORTS,
    MandateQuery,
    MandateWriter,
    AnswerChargeService,
    AnswerConfirmationService,
    BeginPaymentService,
    ChangePaymentService,
    ChargeMandateService,
    ClosePaymentService,
    CodeReading,
    DecideMandateService,
    NewCodeService,
    PayerDecidesService,
    PaymentQuery,
    PayPages,
    RefundPaymentService,
    RefundQuery,
    RegisterMandateService,
    SettlementFileQuery,
    ShownCodeQuery,
    StoryWriter,
    TestAmountLog,
    TryCodeService,
    WaitingQuery,
  ],
  exports: REPORTS,
})
export class AcquirerModule {}
