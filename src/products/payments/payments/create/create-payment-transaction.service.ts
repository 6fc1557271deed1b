import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError, invalidField } from '../../../../common/errors/domain-error.js';
import { parseAmount } from '../../../../common/money/amount.js';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { ServiceRef } from '../../../../platform/access/caller.js';
import type { BuildStoredResponse } from '../../../../platform/idempotency/stored-response.js';
import { Environment } from '../../../../runtime/config/environment.js';
import { activeTraceParent } from '../../../../runtime/tracing/trace-parent.js';
import { channelOffer } from './channel-offer.js';
import { recurringCapabilitiesOf } from '../../payment-methods/recurring-capabilities.js';
import { ServiceChannelsQuery } from '../../payment-methods/service-channels.query.js';
import { PLN, plnValue } from '../../exchange-rates/rate.js';
import { RateQueries } from '../../exchange-rates/rate.queries.js';
import type { CreatePaymentRequest } from './create-payment.request.js';
import { type RawBody, requestProblems } from './create-payment-rules.js';
import { payerCountry } from './payer-country.js';
import { PAYMENT_EXPIRES_AFTER_MINUTES } from '../../payment-methods/limits.js';
import { offeredSubscription, offerProblems, capabilityProblems } from './offered-subscription.js';
import { storedParts } from './raw-json.js';
import { type RequestedPayment, InsertPaymentService } from './insert-payment.service.js';
import { PAYMENT_TRANSITIONS } from '../states.js';

/** Creates a payment. Its exchange rate and its value in PLN are fixed at creation. */
@Injectable()
export class CreatePaymentTransactionService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
    private readonly rates: RateQueries,
    private readonly channels: ServiceChannelsQuery,
    private readonly insert: InsertPaymentService,
  ) {}

  /**
   * @param body the same request with all members, also those that the class does not have. Payer, addresses and cart are stored whole.
   * @param buildResponse builds the response that is stored together with the payment.
   * @param linkId the payment link with which the payment is created. A database trigger rejects a payment that does not match its link.
   * @returns the id of the payment.
   * @throws DomainError VALIDATION_ERROR on `service` when it is not active, on fields that need others, on texts with a card number, or on
   * `amount`, `currency`, `directChannel` or `channels` when no channel accepts the payment; IDEMPOTENCY_CONFLICT when another request took
   * over the key.
   */
  async run(
    service: ServiceRef,
    request: CreatePaymentRequest,
    body: RawBody,
    buildResponse?: BuildStoredResponse<string>,
    linkId: string | null = null,
  ): Promise<string> {
    if (service.status !== 'service_active') throw invalidField('service', 'The service is not active, so nothing can be sold through it.');
    const zone = this.environment.app.displayTimeZone;
    const errors = { ...requestProblems(request, body), ...offerProblems(request, this.clock.now(), zone) };
    if (Object.keys(errors).length > 0) throw new DomainError('VALIDATION_ERROR', { errors });
    const row = { ...(await this.buildRow(service, request, body)), linkId };
    await this.insert.run(row, buildResponse?.(row.id));
    return row.id;
  }

  private async buildRow(service: ServiceRef, request: CreatePaymentRequest, body: RawBody): Promise<Omit<RequestedPayment, 'linkId'>> {
    const amountMinor = parseAmount(request.amount) ?? 0; // never null, because the amount was validated
    const currency = request.currency ?? PLN;
    const plnRate = await this.rates.latestRate(currency);
    if (plnRate === null) throw invalidField('currency', `There is no exchange rate for ${currency}.`);
    const payment = { amountMinor, currency, country: payerCountry(request) };
    const channels = await this.channels.listCached(service.id);
    const offer = channelOffer(channels, payment, request);
    if ('errors' in offer) throw new DomainError('VALIDATION_ERROR', offer);
    const errors = capabilityProblems(request, recurringCapabilitiesOf(channels));
    if (Object.keys(errors).length > 0) throw new DomainError('VALIDATION_ERROR', { errors });
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + PAYMENT_EXPIRES_AFTER_MINUTES * 60_000);
    return {
      id: randomUUID(), // random, because the id gives access to the payer's page and must not be guessed from other ids
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
      ...storedParts(body, payerCountry(request)),
      directChannel: request.directChannel ?? null,
      offeredSubscription: offeredSubscription(request, service.name),
      offeredChannels: offer.channels,
      traceParent: activeTraceParent(),
      expiresAt,
      dueAt: expiresAt,
      createdAt: now,
      updatedAt: now,
    };
  }
}
