import type { CreatePaymentRequest } from '../../src/products/payments/transactions/create/create-payment.request.js';
import { CreatePaymentTransactionService } from '../../src/products/payments/transactions/create/create-payment-transaction.service.js';
import { toPlnMinor } from '../model/amounts.js';
import type { OnlinePayment, Sum } from '../model/online-payment.js';
import type { PartnerService } from '../model/shop.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { refOf } from './direct-billing-actions.js';

interface Sold {
  shop: PartnerService;
  asked: Sum;
  payer: number;
  wanted?: OnlinePayment['requestedMandate'];
  /** Further fields of the request. */
  request?: Partial<CreatePaymentRequest>;
}

/** A partner creates a payment: first in the model, then at the gateway. */
export function sellOnline(
  world: World,
  process: GatewayProcess,
  { shop, asked: requested, payer, wanted: requestedMandate = null, request = {} }: Sold,
) {
  const name = `p${world.step.index}`;
  const rate = world.model.rates[requested.currency] ?? '1';
  const plnMinor = toPlnMinor(requested.amount, rate);
  const sale: OnlinePayment = {
    kind: 'online',
    name,
    service: shop,
    requested,
    rate,
    plnMinor,
    attempts: [],
    refunds: [],
    bookedAttempt: null,
    heldAttempt: null,
    notifiedCodeOutcomes: [],
    requestedMandate,
  };
  world.model.sales.set(name, sale);
  const customer = { email: `payer-${payer}@example.test`, ...request.customer };
  const given = { ...request, amount: requested.amount / 100, currency: requested.currency, control: name, customer };
  return (): Promise<string> => process.get(CreatePaymentTransactionService).run(paymentRef(shop), given, given);
}

export function paymentRef(shop: PartnerService) {
  return { ...refOf(shop), area: 'payment' } as const;
}

/** A payment that can be paid in one way only. */
export function onlyBy(directChannel: 'blik-level0' | 'blik-recurrent'): Partial<CreatePaymentRequest> {
  return { directChannel, customer: { ip: '198.51.100.7', countryCode: 'PL' }, antifraud: { useragent: 'Browser/1.0' } };
}
