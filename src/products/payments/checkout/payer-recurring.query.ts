import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { PaymentAlias } from '../aliases/payment-alias.entity.js';
import { recurringOf } from '../channels/recurring-of.js';
import type { ServiceChannel } from '../channels/service-channel.js';
import { RECURRING_CHANNEL } from '../channels/why-unusable.js';
import type { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import { PaymentCharge } from '../attempts/payment-charge.entity.js';
import { PaymentSubscription } from '../subscriptions/payment-subscription.entity.js';
import { nextChargeAt } from '../mandates/next-charge.js';
import { readTerms } from '../mandates/read-terms.js';
import { AGREEMENT_WORD } from './agreement-word.js';
import type { PayerAgreement, PayerRecurring } from './payer-agreement.js';

const READ_WORD = {
  name: 'payment_agreement_word',
  text: `SELECT ${AGREEMENT_WORD} AS word FROM payment_transaction t WHERE t.id = $1`,
};

/** What a payment's page shows of recurring payments. */
@Injectable()
export class PayerRecurringQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
  ) {}

  /** @param usable channels that can take the payment now. @returns null for a payment that has nothing to do with them. */
  async of(row: PaymentTransaction, usable: readonly ServiceChannel[]): Promise<PayerRecurring | null> {
    if (row.directChannel !== RECURRING_CHANNEL) return null;
    // Read first: should anything change meanwhile, the page learns of it once more than it has to.
    const [state] = await runNamed<{ word: string | null }>(this.dataSource, READ_WORD, [row.id]);
    const agreement = (await this.charged(row)) ?? (await this.begun(row)) ?? this.offered(row);
    return { agreement, word: state?.word ?? null, banks: recurringOf(usable)?.banks ?? [] };
  }

  private async charged({ id: transactionId }: PaymentTransaction): Promise<PayerAgreement | null> {
    const { manager } = this.dataSource;
    const [charge] = await manager.find(PaymentCharge, { where: { transactionId }, order: { createdAt: 'DESC', id: 'DESC' }, take: 1 });
    if (!charge) return null;
    const subscription = await manager.findOneByOrFail(PaymentSubscription, { id: charge.subscriptionId });
    const awaitsPayer = charge.standing === 'running' && charge.attemptReference === null;
    return { ...(await this.shown(subscription)), part: 'charged', awaitsPayer };
  }

  /** The last one that a code was given for. One that came to nothing shows why, and what is offered is offered again. */
  private async begun(row: PaymentTransaction): Promise<PayerAgreement | null> {
    const { manager } = this.dataSource;
    const [subscription] = await manager.find(PaymentSubscription, {
      where: { transactionId: row.id },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: 1,
    });
    const isAgreed = subscription && (subscription.activatedAt !== null || subscription.status === 'subscription_pending');
    if (!subscription || (!isAgreed && row.paidAt === null)) return null;
    return { ...(await this.shown(subscription)), part: 'begun', awaitsPayer: false };
  }

  private offered({ subscription, createdAt }: PaymentTransaction): PayerAgreement | null {
    if (!subscription) return null;
    // Judged when the payment was made; what has passed since is said once somebody agrees to it.
    const read = readTerms(subscription.options, createdAt, this.environment.app.displayTimeZone);
    if ('errors' in read) return null;
    const { label } = subscription.alias;
    return { part: 'offered', label, terms: read.terms, status: null, shown: null, nextChargeAt: null, awaitsPayer: false };
  }

  private async shown(subscription: PaymentSubscription): Promise<Omit<PayerAgreement, 'part' | 'awaitsPayer'>> {
    const { label } = await this.dataSource.manager.findOneByOrFail(PaymentAlias, { id: subscription.aliasId });
    const { model, amountLimitMinor, totalLimitMinor, countLimit, frequency, initiationAt, expiresAt } = subscription;
    const terms = { model, amountLimitMinor, totalLimitMinor, countLimit, frequency, initiationAt, expiresAt };
    return { label, terms, status: subscription.status, shown: subscription.consentShown, nextChargeAt: await this.next(subscription) };
  }

  private async next(subscription: PaymentSubscription): Promise<Date | null> {
    const { id, status, activatedAt: agreedAt, chargeCount: count } = subscription;
    if (status !== 'subscription_active' && status !== 'subscription_pending') return null;
    const [last] = await this.dataSource.query<{ period: number | null }[]>(
      `SELECT max(period) AS period FROM payment_charge WHERE subscription_id = $1 AND standing <> 'free'`,
      [id],
    );
    const soFar = { agreedAt, count, lastPeriod: last?.period ?? null };
    return nextChargeAt(subscription, soFar, this.clock.now(), this.environment.app.displayTimeZone);
  }
}
