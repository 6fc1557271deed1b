import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/errors/domain-error.js';
import { amountToNumber } from '../../../common/money/amount.js';
import { ServiceListQuery } from '../../../platform/partners/services/service-list.query.js';
import { RowLockQueue, lockForRequest } from '../../../runtime/database/pool-quotas/row-queues.js';
import { violatedConstraint } from '../../../runtime/database/violated-constraint.js';
import { CreatePaymentTransactionService } from '../transactions/create/create-payment-transaction.service.js';
import type { PayerLink } from './payer-link.query.js';
import { PaymentsOfLinkQuery } from './payments-of-link.query.js';

/** `amount`: this amount is not taken; `unpayable`: none is at the moment; `ended`: the link's page says why. */
export type PayLinkResult = { ok: true; transactionId: string } | { ok: false; problem: 'amount' | 'unpayable' | 'ended' };

/** Rules of the database that a payment breaks when its link ended, or was used, since the page was shown. */
const ENDED: readonly (string | null)[] = ['payment_link_has_ended', 'payment_link_used_once'];

/** Begins a payment with a link, by the service with which a partner's program does. */
@Injectable()
export class PayLinkService {
  constructor(
    private readonly services: ServiceListQuery,
    private readonly payments: PaymentsOfLinkQuery,
    private readonly create: CreatePaymentTransactionService,
    private readonly queues: RowLockQueue,
  ) {}

  /**
   * @param view of the link that can be paid. @param amountMinor that the payer chose, or the link's.
   * @returns the payment that is open already where the link is for one.
   * @throws DomainError TOO_MANY_REQUESTS when too many begin the one payment of a link at this moment.
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

  /** The open payment of a link for many is another payer's. */
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
