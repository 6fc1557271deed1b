import { CodeReading } from './codes/code-reading.js';
import { TryCodeService } from './codes/try-code.service.js';
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
export const ACQUIRER_CONTROLLERS = [AcquirerController];

export const ACQUIRER_PROVIDERS = [
  AcquirerReports,
  BeginPaymentService,
  ChangePaymentService,
  ClosePaymentService,
  CodeReading,
  PayerDecidesService,
  PaymentQuery,
  RefundPaymentService,
  RefundQuery,
  StoryWriter,
  TryCodeService,
];
