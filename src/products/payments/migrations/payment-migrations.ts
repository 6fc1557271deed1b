import { Payments1810000000013 } from './1810000000013-payments.js';
import { Refunds1810000000014 } from './1810000000014-refunds.js';
import { ExchangeRates1810000000015 } from './1810000000015-exchange-rates.js';
import { Chargebacks1810000000017 } from './1810000000017-chargebacks.js';
import { Aliases1810000000018 } from './1810000000018-aliases.js';
import { Subscriptions1810000000019 } from './1810000000019-subscriptions.js';
import { ChannelMarks1810000000101 } from './1810000000101-channel-marks.js';
import { PayerEmailHash1810000000402 } from './1810000000402-payer-email-hash.js';
import { PaymentLinks1810000000630 } from './1810000000630-payment-links.js';
import { PaymentsOfLinks1810000000631 } from './1810000000631-payments-of-links.js';
import { ErasedLinks1810000000641 } from './1810000000641-erased-links.js';

export const PAYMENT_MIGRATIONS = [
  Payments1810000000013,
  Refunds1810000000014,
  ExchangeRates1810000000015,
  Chargebacks1810000000017,
  Aliases1810000000018,
  Subscriptions1810000000019,
  ChannelMarks1810000000101,
  PayerEmailHash1810000000402,
  PaymentLinks1810000000630,
  PaymentsOfLinks1810000000631,
  ErasedLinks1810000000641,
];
