import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { PaymentAlias } from '../blik-aliases/payment-alias.entity.js';
import { LIVE_STATES } from '../attempts/states.js';
import { SubmitTicketService } from '../attempts/start/submit-ticket.service.js';
import { checkoutResultOf } from '../attempts/ticket.js';
import { type CheckoutResult, checkoutRejection } from '../attempts/checkout-result.js';
import type { PayerInput } from '../payments/payer-details.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentCode } from '../attempts/codes/payment-code.entity.js';

/** Pays with the app that the payer picks among the apps in which the alias is registered. The choice counts for this payment only. */
@Injectable()
export class PickAppService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly submit: SubmitTicketService,
  ) {}

  /** @param key key of an app that the acquirer named for this attempt. Any other key is rejected. */
  async run(transactionId: string, key: string, input: PayerInput): Promise<CheckoutResult> {
    const alias = isUuid(transactionId) ? await this.findSubmittedAlias(transactionId, key) : null;
    if (alias === null) return checkoutRejection({ problem: 'not_possible_now' });
    return checkoutResultOf(await this.submit.run(transactionId, { kind: 'alias', alias, app: key }, input));
  }

  /** The alias that was submitted last in the live attempt, if the acquirer listed this app for the alias. */
  private async findSubmittedAlias(transactionId: string, key: string): Promise<PaymentAlias | null> {
    const { manager } = this.dataSource;
    const attempt = await manager.findOneBy(PaymentAttempt, { transactionId, state: In([...LIVE_STATES]) });
    if (attempt?.next.kind !== 'needsCode' || !attempt.next.alternatives.some((app) => app.key === key)) return null;
    const [lastSubmission] = await manager.find(PaymentCode, {
      where: { attemptReference: attempt.reference, aliasId: Not(IsNull()) },
      order: { sentAt: 'DESC', reference: 'DESC' },
      take: 1,
    });
    return lastSubmission?.aliasId ? manager.findOneBy(PaymentAlias, { id: lastSubmission.aliasId, status: 'alias_active' }) : null;
  }
}
