import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/errors/domain-error.js';
import { amountToNumber } from '../../../common/money/amount.js';
import { ServiceListQuery } from '../../../platform/partners/services/service-list.query.js';
import { RowLockQueue, lockForRequest } from '../../../runtime/database/pool-quotas/row-queues.js';
import { violatedConstraint } from '../../../runtime/database/violated-constraint.js';
import { CreatePaymentTransactionService } from '../transactions/create/create-payment-transaction.service.js';
import type { PayerLink } from './payer-link.query.js';
import { PaymentsOfLinkQuery } from './payments-of-link.query.js';

/** `amount`: no channel accepts this amount. `unpayable`: no channel accepts a payment now. `ended`: the link's page says why. */
export type PayLinkResult = { ok: true; transactionId: string } | { ok: false; problem: 'amount' | 'unpayable' | 'ended' };

/** Database constraints that a new payment breaks when the link ended or was used after the page was shown. */
const ENDED: readonly (string | null)[] = ['payment_link_has_ended', 'payment_link_used_once'];

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
    if (!link.singleUse) return this.begin(link, amountMinor);
    return (
      (await this.openOne(link.id)) ??
      this.queues.run(lockForRequest(link.id), async () => (await this.openOne(link.id)) ?? this.begin(link, amountMinor))
    );
  }

  private async openOne(linkId: string): Promise<PayLinkResult | null> {
    const payment = await this.payments.ofSingle(linkId);
    if (!payment) return null;
    return payment.isOpen ? { ok: true, transactionId: payment.id } : { ok: false, problem: 'ended' };
  }

  /** Only for a single-use link: an open payment of another link belongs to another payer. */
  private async afterEnd({ id, singleUse }: PayerLink['link']): Promise<PayLinkResult> {
    return (singleUse ? await this.openOne(id) : null) ?? { ok: false, problem: 'ended' };
  }

  private async begin(link: PayerLink['link'], amountMinor: number): Promise<PayLinkResult> {
    const service = await this.services.find(link.serviceId);
    if (!service) return { ok: false, problem: 'ended' };
    const { currency, description, control } = link;
    const request = { amount: amountToNumber(amountMinor), currency, description, control };
    try {
      return { ok: true, transactionId: await this.create.run(service, request, { ...request }, undefined, link.id) };
    } catch (error) {
      if (ENDED.includes(violatedConstraint(error))) return this.afterEnd(link);
      if (!(error instanceof DomainError) || error.code !== 'VALIDATION_ERROR') throw error;
      return { ok: false, problem: error.details.errors?.['amount'] ? 'amount' : 'unpayable' };
    }
  }
}
