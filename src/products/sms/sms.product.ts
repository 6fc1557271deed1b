import type { Product } from '../../platform/products/product.js';
import { partnerCallGauges } from './partner-calls/partner-call-gauges.js';
import { RetryPartnerCallsService } from './partner-calls/retry-partner-calls.service.js';
import { MESSAGE_PERSONAL_DATA, senderRetention, textRetention } from './personal-data.js';
import { SMS_SETTLEMENT_SOURCE } from './settlement-source.js';
import { createDemoService } from './services/create-demo-service.js';
import { CreateSmsService } from './services/create-sms-service.js';
import { InboundSmsController } from './inbound-sms.controller.js';
import { SmsNumbersController } from './sms-numbers.controller.js';
import { SmsServicesController } from './sms-services.controller.js';
import { SmsTransactionsController } from './sms-transactions.controller.js';
import { SmsModule } from './sms.module.js';
import { SMS_TOTALS } from './total-source.js';
import { SMS_TRANSACTION_CHECK } from './transactions/checks.js';
import { SMS_TRANSACTION_LIST } from './transactions/transaction.list.js';

/** Premium SMS: a payer texts a short number and gets a code. */
export const SMS: Product = {
  area: 'sms',
  title: 'SMS',
  description: 'Premium SMS: services, short numbers, received messages and the codes that payers got.',
  module: SmsModule,
  // `numbers` comes before `:serviceId`.
  controllers: [SmsNumbersController, SmsServicesController, SmsTransactionsController, InboundSmsController],
  createDemoService: (get, partnerId) => createDemoService(get(CreateSmsService), partnerId),
  lists: [SMS_TRANSACTION_LIST],
  checks: [SMS_TRANSACTION_CHECK],
  settlementSources: [SMS_SETTLEMENT_SOURCE],
  totals: [SMS_TOTALS],
  personalData: () => [MESSAGE_PERSONAL_DATA],
  retentions: ({ smsTextsDays, payerDataDays }) => [textRetention(smsTextsDays), senderRetention(payerDataDays)],
  tasks: (get) => [
    {
      name: 'retry-partner-calls',
      intervalMs: 2_000,
      batch: () =>
        get(RetryPartnerCallsService)
          .run()
          .then(() => false),
    },
  ],
  gauges: partnerCallGauges,
};
