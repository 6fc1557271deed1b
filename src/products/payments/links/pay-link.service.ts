import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/errors/domain-error.js';
import { amountToNumber } from '../../../common/money/amount.js';
import { ServiceListQuery } from '../../../platform/partners/services/service-list.query.js';
import { RowLockQueue, lockForRequest } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { violatedConstraint } from '../../../runtime/database/violated-constraint.js';
import { CreatePaymentTransactionService } from '../payments/create/create-payment-transaction.service.js';
import type { PayerLink } from './payer-link.query.js';
import { PaymentsOfLinkQuery } from './payments-of-link.query.js';

/** `amount`: no channel accepts this amount. `unpayable`: no channel accepts a payment now. `ended`: the link is closed. */
export type PayLinkResult = { ok: true; transactionId: string } | { ok: false; problem: 'amount' | 'unpayable' | 'ended' };

/** Database constraints that a new payment violates when the link ended or was used after its page was loaded. */
const LINK_ENDED_CONSTRAINTS: readonly (string | null)[] = ['payment_link_has_ended', 'payment_link_used_once'];

/** Creates a payment with a link, through the service that also creates payments for the API. */
@Injectable()
export class PayLinkService {
  constructor(
    private readonly services: ServiceListQuery,
    private readonly payments: PaymentsOfLinkQuery,
    private readonly create: CreatePaymentTransactionService,
    private readonly queues: RowLockQueue,
  ) {}

  /**
   * @param amountMinor the amount that the payer chose, or the amount of the link.
   * @returns the new payment. For a single-use link, the payment that is already open, if there is one.
   * @throws DomainError TOO_MANY_REQUESTS when too many requests create the payment of one single-use link at the same time.
   */
  async run({ link }: PayerLink, amountMinor: number): Promise<PayLinkResult> {
    if (!link.singleUse) return this.createPayment(link, amountMinor);
    return (
      (await this.resultOfExistingPayment(link.id)) ??
      this.queues.run(
        lockForRequest(link.id),
        async () => (await this.resultOfExistingPayment(link.id)) ?? this.createPayment(link, amountMinor),
      )
    );
  }

  /** The result for a single-use link that already has a payment. null when neither an open nor a paid payment exists. */
  private async resultOfExistingPayment(linkId: string): Promise<PayLinkResult | null> {
    const payment = await this.payments.findOfSingleUse(linkId);
    if (!payment) return null;
    return payment.isOpen ? { ok: true, transactionId: payment.id } : { ok: false, problem: 'ended' };
  }

  /** An open payment is looked for only if the link is for single use: open payments of other links belong to other payers. */
  private async resultAfterEnd({ id, singleUse }: PayerLink['link']): Promise<PayLinkResult> {
    return (singleUse ? await this.resultOfExistingPayment(id) : null) ?? { ok: false, problem: 'ended' };
  }

  private async createPayment(link: PayerLink['link'], amountMinor: number): Promise<PayLinkResult> {
    const service = await this.services.find(link.serviceId);
    if (!service) return { ok: false, problem: 'ended' };
    const { currency, description, control } = link;
    const request = { amount: amountToNumber(amountMinor), currency, description, control };
    try {
      return { ok: true, transactionId: await this.create.run(service, request, { ...request }, undefined, link.id) };
    } catch (error) {
      if (LINK_ENDED_CONSTRAINTS.includes(violatedConstraint(error))) return this.resultAfterEnd(link);
      if (!(error instanceof DomainError) || error.code !== 'VALIDATION_ERROR') throw error;
      return { ok: false, problem: error.details.errors?.['amount'] ? 'amount' : 'unpayable' };
    }
  }
}
