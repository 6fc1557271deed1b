import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError, invalidField } from '../../../../common/errors/domain-error.js';
import { parseAmount } from '../../../../common/money/amount.js';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { ServiceRef } from '../../../../platform/access/caller.js';
import type { AlsoKept } from '../../../../platform/idempotency/kept-answer.js';
import { Environment } from '../../../../runtime/config/environment.js';
import { activeTraceParent } from '../../../../runtime/tracing/trace-parent.js';
import { offerOf } from './offer.js';
import { recurringOf } from '../../channels/recurring-of.js';
import { ServiceChannelsQuery } from '../../channels/service-channels.query.js';
import { PLN, plnValue } from '../../currencies/rate.js';
import { ExchangeRatesQuery } from '../../currencies/rates.query.js';
import type { CreatePaymentRequest } from './create-payment.request.js';
import { type GivenBody, givenProblems } from './given-problems.js';
import { payerCountry } from './payer-country.js';
import { EXPIRES_AFTER_MINUTES } from '../../channels/limits.js';
import { offeredSubscription, offerProblems, unableProblems } from './offered-subscription.js';
import { givenParts } from './given-value.js';
import { InsertPaymentService, type NewPayment } from './insert-payment.service.js';
import { PAYMENT_TRANSITIONS } from '../payment-transitions.js';

/** Makes a payment for the payer to pay on the gateway's page. Its value in PLN is fixed here, with the rate it comes from. */
@Injectable()
export class CreatePaymentTransactionService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
    private readonly rates: ExchangeRatesQuery,
    private readonly channels: ServiceChannelsQuery,
    private readonly insert: InsertPaymentService,
  ) {}

  /**
   * @param given the same request with all that its class has no fields for: what is kept of payer, addresses and cart is all of it.
   * @param also makes the answer that is kept with the payment.
   * @returns id of the payment.
   * @throws DomainError VALIDATION_ERROR on `service` when it is not active, on fields that need others, on texts with a card number, on
   * `directChannel`, `channels` or `currency` when no channel can take it; IDEMPOTENCY_CONFLICT when the request's key was taken over.
   */
  async run(service: ServiceRef, request: CreatePaymentRequest, given: GivenBody, also?: AlsoKept<string>): Promise<string> {
    if (service.status !== 'service_active') throw invalidField('service', 'The service is not active, so nothing can be sold through it.');
    const zone = this.environment.app.displayTimeZone;
    const errors = { ...givenProblems(request, given), ...offerProblems(request, this.clock.now(), zone) };
    if (Object.keys(errors).length > 0) throw new DomainError('VALIDATION_ERROR', { errors });
    const row = await this.newRow(service, request, given);
    await this.insert.run(row, also?.(row.id));
    return row.id;
  }

  private async newRow(
    service: ServiceRef,
    request: CreatePaymentRequest,
    given: GivenBody,
  ): Promise<Omit<NewPayment, 'payerTransactionId'>> {
    const amountMinor = parseAmount(request.amount) ?? 0; // validated: never null here
    const currency = request.currency ?? PLN;
    const plnRate = await this.rates.of(currency);
    if (plnRate === null) throw invalidField('currency', `There is no exchange rate for ${currency}.`);
    const sale = { amountMinor, currency, country: payerCountry(request) };
    const channels = await this.channels.of(service.id);
    const offer = offerOf(channels, sale, request);
    if ('errors' in offer) throw new DomainError('VALIDATION_ERROR', offer);
    const errors = unableProblems(request, recurringOf(channels));
    if (Object.keys(errors).length > 0) throw new DomainError('VALIDATION_ERROR', { errors });
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + EXPIRES_AFTER_MINUTES * 60_000);
    return {
      id: randomUUID(), // whoever knows it is let in as the payer, so it tells nothing and follows from no other
      serviceId: service.id,
      status: PAYMENT_TRANSITIONS.initial,
      amountMinor,
      currency,
      plnMinor: plnValue(amountMinor, plnRate),
      plnRate,
      control: request.control ?? null,
      description: request.description ?? null,
      referer: request.referer ?? null,
      successUrl: request.returns?.success ?? null,
      failureUrl: request.returns?.failure ?? null,
      pendingUrl: request.returns?.pending ?? null,
      ...givenParts(given, payerCountry(request)),
      directChannel: request.directChannel ?? null,
      subscription: offeredSubscription(request, service.name),
      offered: offer.channels,
      traceParent: activeTraceParent(),
      expiresAt,
      dueAt: expiresAt,
      createdAt: now,
      updatedAt: now,
    };
  }
}
