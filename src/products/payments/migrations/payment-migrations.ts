import { Payments1800000000013 } from './1800000000013-payments.js';
import { Refunds1800000000014 } from './1800000000014-refunds.js';
import { ExchangeRates1800000000015 } from './1800000000015-exchange-rates.js';
import { Chargebacks1800000000017 } from './1800000000017-chargebacks.js';
import { Aliases1800000000018 } from './1800000000018-aliases.js';
import { Subscriptions1800000000019 } from './1800000000019-subscriptions.js';
import { OfferedSubscriptions1800000000022 } from './1800000000022-offered-subscriptions.js';
import { AliasScope1800000000027 } from './1800000000027-alias-scope.js';
import { VelocityOfPartners1800000000028 } from './1800000000028-velocity-of-partners.js';
import { Contradictions1800000000029 } from './1800000000029-contradictions.js';
import { ContradictionsChecked1800000000030 } from './1800000000030-contradictions-checked.js';
import { GoesBackTogether1800000000031 } from './1800000000031-goes-back-together.js';
import { PaymentDateKept1800000000033 } from './1800000000033-payment-date-kept.js';

export const PAYMENT_MIGRATIONS = [
  Payments1800000000013,
  Refunds1800000000014,
  ExchangeRates1800000000015,
  Chargebacks1800000000017,
  Aliases1800000000018,
  Subscriptions1800000000019,
  OfferedSubscriptions1800000000022,
  AliasScope1800000000027,
  VelocityOfPartners1800000000028,
  Contradictions1800000000029,
  ContradictionsChecked1800000000030,
  GoesBackTogether1800000000031,
  PaymentDateKept1800000000033,
];
