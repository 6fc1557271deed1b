import type { CreatePaymentRequest } from '../../src/products/payments/transactions/create/create-payment.request.js';
import { CreatePaymentTransactionService } from '../../src/products/payments/transactions/create/create-payment-transaction.service.js';
import { toGrosz } from '../model/amounts.js';
import type { OnlinePayment, Sum } from '../model/online-payment.js';
import type { ShopService } from '../model/shop.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { refOf } from './direct-billing-actions.js';

interface Sold {
  shop: ShopService;
  asked: Sum;
  payer: number;
  wanted?: OnlinePayment['wanted'];
  /** Further fields of the request. */
  request?: Partial<CreatePaymentRequest>;
}

/** A partner creates a payment: first in the books, then at the gateway. */
export function sellOnline(world: World, process: GatewayProcess, { shop, asked, payer, wanted = null, request = {} }: Sold) {
  const name = `p${world.step.index}`;
  const rate = world.model.rates[asked.currency] ?? '1';
  const grosz = toGrosz(asked.amount, rate);
  const sale: OnlinePayment = {
    kind: 'online',
    name,
    service: shop,
    asked,
    rate,
    grosz,
    attempts: [],
    refunds: [],
    counted: null,
    held: null,
    codesTold: [],
    wanted,
  };
  world.model.sales.set(name, sale);
  const customer = { email: `payer-${payer}@example.test`, ...request.customer };
  const given = { ...request, amount: asked.amount / 100, currency: asked.currency, control: name, customer };
  return (): Promise<string> => process.get(CreatePaymentTransactionService).run(paymentRef(shop), given, given);
}

export function paymentRef(shop: ShopService) {
  return { ...refOf(shop), area: 'payment' } as const;
}

/** A payment that can be paid in one way only. */
export function onlyBy(directChannel: 'blik-level0' | 'blik-recurrent'): Partial<CreatePaymentRequest> {
  return { directChannel, customer: { ip: '198.51.100.7', countryCode: 'PL' }, antifraud: { useragent: 'Browser/1.0' } };
}
