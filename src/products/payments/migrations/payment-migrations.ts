import { ExchangeRates1820000000040 } from './1820000000040-exchange-rates.js';
import { ChannelMarks1820000000041 } from './1820000000041-channel-marks.js';
import { PaymentLinks1820000000042 } from './1820000000042-payment-links.js';
import { Payments1820000000043 } from './1820000000043-payments.js';
import { Refunds1820000000044 } from './1820000000044-refunds.js';
import { Chargebacks1820000000045 } from './1820000000045-chargebacks.js';
import { Aliases1820000000046 } from './1820000000046-aliases.js';
import { Subscriptions1820000000047 } from './1820000000047-subscriptions.js';
import { Erasure1820000000048 } from './1820000000048-erasure.js';

export const PAYMENT_MIGRATIONS = [
  ExchangeRates1820000000040,
  ChannelMarks1820000000041,
  PaymentLinks1820000000042,
  Payments1820000000043,
  Refunds1820000000044,
  Chargebacks1820000000045,
  Aliases1820000000046,
  Subscriptions1820000000047,
  Erasure1820000000048,
];
