import { AnswerConfirmationService } from './bank-app/answer-confirmation.service.js';
import { BankAppController } from './bank-app/bank-app.controller.js';
import { BankAppQuery } from './bank-app/bank-app.query.js';
import { NewCodeService } from './bank-app/new-code.service.js';
import { CodeReading } from './codes/code-reading.js';
import { TryCodeService } from './codes/try-code.service.js';
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
import { RefundPaymentService } from './refunds/refund-payment.service.js';
import { RefundQuery } from './refunds/refund.query.js';
import { AcquirerReports } from './reports/acquirer-reports.js';

/** The simulated acquirer and the banks' apps behind it. */
export const ACQUIRER_CONTROLLERS = [AcquirerController, AcquirerOverviewController, PayController, BankAppController];

export const ACQUIRER_PROVIDERS = [
  AcquirerReports,
  AnswerConfirmationService,
  BankAppQuery,
  BeginPaymentService,
  ChangePaymentService,
  ClosePaymentService,
  CodeReading,
  NewCodeService,
  PayerDecidesService,
  PaymentQuery,
  PayPages,
  RefundPaymentService,
  RefundQuery,
  StoryWriter,
  TryCodeService,
];
