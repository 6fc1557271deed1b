import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ServiceRef } from '../../../platform/access/caller.js';
import type { BuildStoredResponse } from '../../../platform/idempotency/stored-response.js';
import { invalidField } from '../../../common/errors/domain-error.js';
import { parseAmount } from '../../../common/money/amount.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { activeTraceParent } from '../../../runtime/tracing/trace-parent.js';
import { cheapest, pricesOf } from '../commission/price.js';
import { TariffQueries } from '../commission/tariff.queries.js';
import { DIRECT_BILLING_TRANSITIONS } from './states.js';
import type { CreateDirectBillingTransactionRequest } from './create-transaction.request.js';
import { TRANSACTION_EXPIRES_AFTER_MINUTES } from '../limits.js';
import { readMobileNumber } from '../phone-number.js';
import { InsertTransactionService, type NewTransaction } from './insert-transaction.service.js';

/** Creates a transaction. The present tariffs are stored with it, so that later changes of the tariffs do not change its prices. */
@Injectable()
export class CreateDirectBillingTransactionService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly tariffs: TariffQueries,
    private readonly insert: InsertTransactionService,
  ) {}

  /**
   * @param buildStoredResponse builds the stored response, which is written together with the transaction.
   * @returns id of the transaction.
   * @throws DomainError VALIDATION_ERROR on `service` when the service is not active, and on `amount` when no operator can charge the amount.
   * @throws DomainError IDEMPOTENCY_CONFLICT when another request took over the idempotency key.
   */
  async run(
    service: ServiceRef,
    request: CreateDirectBillingTransactionRequest,
    buildStoredResponse?: BuildStoredResponse<string>,
  ): Promise<string> {
    if (service.status !== 'service_active') throw invalidField('service', 'The service is not active, so nothing can be sold through it.');
    const row = await this.buildRow(service, request);
    await this.insert.run(row, buildStoredResponse?.(row.id));
    return row.id;
  }

  private async buildRow(service: ServiceRef, request: CreateDirectBillingTransactionRequest): Promise<NewTransaction> {
    const tariffs = await this.tariffs.forPrices(service.id);
    const amountType = request.amountType ?? 'gross';
    const amountMinor = parseAmount(request.amount) ?? 0; // never null, because the request is validated
    const price = cheapest(pricesOf(tariffs, amountType, amountMinor));
    if (!price) throw invalidField('amount', 'No enabled operator can charge this amount.');
    const now = this.clock.now();
    const phoneNumber = request.phoneNumber ? readMobileNumber(request.phoneNumber) : null;
    return {
      id: randomUUID(), // random, because the id gives access to the payer's page and must not be guessed from other ids
      serviceId: service.id,
      status: DIRECT_BILLING_TRANSITIONS.initial,
      amountType,
      amountMinor,
      ...price,
      tariffs,
      phoneNumber,
      phoneFixed: phoneNumber !== null,
      control: request.control ?? null,
      description: request.description ?? null,
      successUrl: request.returns?.success ?? null,
      failureUrl: request.returns?.failure ?? null,
      steamid: request.steamid ?? null,
      traceParent: activeTraceParent(),
      expiresAt: new Date(now.getTime() + TRANSACTION_EXPIRES_AFTER_MINUTES * 60_000),
      createdAt: now,
      updatedAt: now,
    };
  }
}
