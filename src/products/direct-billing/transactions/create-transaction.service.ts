import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { ServiceRef } from '../../../platform/access/caller.js';
import { invalidField } from '../../../common/errors/domain-error.js';
import { parseAmount } from '../../../common/money/amount.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { activeTraceParent } from '../../../runtime/tracing/trace-parent.js';
import { cheapest, pricesOf } from '../commission/price.js';
import { RatesQuery } from '../commission/rates.query.js';
import { DIRECT_BILLING_TRANSITIONS } from './transaction-transitions.js';
import type { CreateDirectBillingTransactionRequest } from '../dto/create-transaction.request.js';
import type { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { EXPIRES_AFTER_MINUTES } from '../limits.js';
import { readMobileNumber } from '../phone-number.js';
import { insertTransaction } from './insert-transaction.js';

/** Makes a transaction for the payer to pay on the gateway's page. Its price is fixed here and the rates are kept with it. */
@Injectable()
export class CreateDirectBillingTransactionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly rates: RatesQuery,
  ) {}

  /**
   * @param also written in the same database transaction, such as the answer kept under an `Idempotency-Key`.
   * @returns id of the transaction.
   * @throws DomainError VALIDATION_ERROR on `service` when it is not active, on `amount` when no operator can charge it.
   */
  async run(
    service: ServiceRef,
    request: CreateDirectBillingTransactionRequest,
    also?: (tx: EntityManager, transactionId: string) => Promise<void>,
  ): Promise<string> {
    if (service.status !== 'service_active') throw invalidField('service', 'The service is not active, so nothing can be sold through it.');
    const row = await this.newRow(service, request);
    // One statement is a transaction of its own; only what has to be committed with it needs more than one round trip.
    if (!also) await insertTransaction(this.dataSource, row);
    else {
      await this.dataSource.transaction(async (tx) => {
        await insertTransaction(tx, row);
        await also(tx, row.id);
      });
    }
    return row.id;
  }

  private async newRow(service: ServiceRef, request: CreateDirectBillingTransactionRequest): Promise<DirectBillingTransaction> {
    const rates = await this.rates.of(service.id);
    const amountType = request.amountType ?? 'gross';
    const amountMinor = parseAmount(request.amount) ?? 0; // validated: never null here
    const price = cheapest(pricesOf(rates, amountType, amountMinor));
    if (!price) throw invalidField('amount', 'No enabled operator can charge this amount.');
    const now = this.clock.now();
    const phoneNumber = request.phoneNumber ? readMobileNumber(request.phoneNumber) : null;
    return {
      id: uuidv7(),
      serviceId: service.id,
      status: DIRECT_BILLING_TRANSITIONS.initial,
      amountType,
      amountMinor,
      ...price,
      rates,
      operator: null,
      phoneNumber,
      phoneFixed: phoneNumber !== null,
      control: request.control ?? null,
      description: request.description ?? null,
      successUrl: request.returns?.success ?? null,
      failureUrl: request.returns?.failure ?? null,
      steamid: request.steamid ?? null,
      codeReference: null,
      codeSentAt: null,
      codeCount: 0,
      tryCount: 0,
      rejection: null,
      traceParent: activeTraceParent(),
      expiresAt: new Date(now.getTime() + EXPIRES_AFTER_MINUTES * 60_000),
      createdAt: now,
      updatedAt: now,
    };
  }
}
