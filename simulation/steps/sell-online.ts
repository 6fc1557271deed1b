import type { CreatePaymentRequest } from '../../src/products/payments/payments/create/create-payment.request.js';
import { CreatePaymentTransactionService } from '../../src/products/payments/payments/create/create-payment-transaction.service.js';
import { toPlnMinor } from '../model/amounts.js';
import type { OnlinePayment, ModelMoney } from '../model/online-payment.js';
import type { PartnerService } from '../model/partner-service.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { serviceRef } from './direct-billing-actions.js';

interface NewPayment {
  service: PartnerService;
  requested: ModelMoney;
  payerIndex: number;
  requestedMandate?: OnlinePayment['requestedMandate'];
  /** Further fields of the request. */
  request?: Partial<CreatePaymentRequest>;
}

/** Adds a new payment of a partner to the model immediately. @returns the call that creates the payment at the gateway. */
export function sellOnline(
  world: World,
  process: GatewayProcess,
  { service, requested, payerIndex, requestedMandate = null, request = {} }: NewPayment,
) {
  const name = `p${world.step.index}`;
  const rate = world.model.plnRates[requested.currency] ?? '1';
  const plnMinor = toPlnMinor(requested.amount, rate);
  const sale: OnlinePayment = {
    kind: 'online',
    name,
    service,
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
  const customer = { email: `payer-${payerIndex}@example.test`, ...request.customer };
  const body = { ...request, amount: requested.amount / 100, currency: requested.currency, control: name, customer };
  return (): Promise<string> => process.get(CreatePaymentTransactionService).run(paymentServiceRef(service), body, body);
}

export function paymentServiceRef(service: PartnerService) {
  return { ...serviceRef(service), area: 'payment' } as const;
}

/** Returns the fields of a payment for one channel only. The partner's program pays such a payment without the gateway's pages. */
export function directChannelFields(directChannel: 'blik-level0' | 'blik-recurrent'): Partial<CreatePaymentRequest> {
  return { directChannel, customer: { ip: '198.51.100.7', countryCode: 'PL' }, antifraud: { useragent: 'Browser/1.0' } };
}
