import { Injectable } from '@nestjs/common';
import type { AttemptRequest, Payer } from '../../../../connectors/acquirers/port/attempt.js';
import { ServiceBrandQuery } from '../../../../platform/partners/brand/service-brand.query.js';
import { Environment } from '../../../../runtime/config/environment.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import type { PaymentTransaction } from '../../payments/payment-transaction.entity.js';
import { toStartedAttempt } from '../started-attempt.js';

/** Builds the request with which a connector starts an attempt. */
@Injectable()
export class AttemptRequestBuilder {
  constructor(
    private readonly environment: Environment,
    private readonly brands: ServiceBrandQuery,
  ) {}

  async build(row: PaymentTransaction, attempt: PaymentAttempt, payer: Payer): Promise<AttemptRequest> {
    const { publicUrl } = this.environment.http;
    const { reference, channel, money } = toStartedAttempt(attempt);
    return {
      reference,
      channel,
      money,
      seller: await this.brands.sellerName(row.serviceId),
      description: row.description ?? row.payerTransactionId,
      payer,
      returnUrl: `${publicUrl}/pay/${row.id}/return`,
      callbackUrl: `${publicUrl}/connectors/channels/${attempt.connector}/reports`,
      expiresAt: attempt.expiresAt,
    };
  }
}
