import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { PaymentAlias } from '../blik-aliases/payment-alias.entity.js';
import { recurringCapabilitiesOf } from '../payment-methods/recurring-capabilities.js';
import type { ServiceChannel } from '../payment-methods/service-channel.js';
import { RECURRING_CHANNEL } from '../payment-methods/channel-availability.js';
import type { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { PaymentCharge } from '../mandates/payment-charge.entity.js';
import { nextCharges } from '../subscriptions/next-charges.js';
import { PaymentSubscription } from '../subscriptions/payment-subscription.entity.js';
import { parseTerms } from '../mandates/parse-terms.js';
import { MANDATE_STATUS_SQL } from './mandate-status-sql.js';
import type { MandateSummary, PayerMandate, PayerRecurring } from './payer-mandate.js';

const READ_STATE = {
  name: 'payment_recurring_state',
  text: `SELECT ${MANDATE_STATUS_SQL} AS state FROM payment_transaction t WHERE t.id = $1`,
};

/** Reads what the page of a payment shows about its mandate. */
@Injectable()
export class PayerRecurringQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
  ) {}

  /** @param usableChannels channels that accept the payment now. @returns null for a payment that is not made for the recurring channel. */
  async readRecurring(row: PaymentTransaction, usableChannels: readonly ServiceChannel[]): Promise<PayerRecurring | null> {
    if (row.directChannel !== RECURRING_CHANNEL) return null;
    // Read first: if the mandate changes during the other reads, the page's next poll gets another state and reloads the page.
    const [stateRow] = await runNamed<{ state: string | null }>(this.dataSource, READ_STATE, [row.id]);
    const mandate = (await this.findChargedMandate(row)) ?? (await this.findBegunMandate(row)) ?? this.offeredMandate(row);
    return { mandate, state: stateRow?.state ?? null, banks: recurringCapabilitiesOf(usableChannels)?.banks ?? [] };
  }

  /** The mandate of the payment's latest charge. */
  private async findChargedMandate({ id: transactionId }: PaymentTransaction): Promise<PayerMandate | null> {
    const { manager } = this.dataSource;
    const [charge] = await manager.find(PaymentCharge, { where: { transactionId }, order: { createdAt: 'DESC', id: 'DESC' }, take: 1 });
    if (!charge) return null;
    const subscription = await manager.findOneByOrFail(PaymentSubscription, { id: charge.subscriptionId });
    const awaitsPayer = charge.state === 'running' && charge.attemptReference === null;
    return { ...(await this.mandateOf(subscription)), part: 'charged', awaitsPayer };
  }

  /** The latest subscription. null when it ended before it became active and the payment is unpaid: the page then shows the offer again. */
  private async findBegunMandate(row: PaymentTransaction): Promise<PayerMandate | null> {
    const { manager } = this.dataSource;
    const [subscription] = await manager.find(PaymentSubscription, {
      where: { transactionId: row.id },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: 1,
    });
    const isPendingOrWasActive = subscription && (subscription.activatedAt !== null || subscription.status === 'subscription_pending');
    if (!subscription || (!isPendingOrWasActive && row.paidAt === null)) return null;
    return { ...(await this.mandateOf(subscription)), part: 'begun', awaitsPayer: false };
  }

  /** The mandate that the partner offers with the payment. */
  private offeredMandate({ offeredSubscription, createdAt }: PaymentTransaction): PayerMandate | null {
    if (!offeredSubscription) return null;
    // The terms are validated as of the payment's creation. A date that has passed since then is rejected when the payer consents.
    const parsed = parseTerms(offeredSubscription.options, createdAt, this.environment.app.displayTimeZone);
    if ('errors' in parsed) return null;
    const { label } = offeredSubscription.alias;
    const noSubscription = { subscriptionId: null, status: null, consentEvidence: null, nextChargeAt: null };
    return { ...noSubscription, part: 'offered', label, terms: parsed.terms, awaitsPayer: false };
  }

  /** The mandate of a subscription, pending, active or ended. */
  async mandateOf(subscription: PaymentSubscription): Promise<MandateSummary> {
    const { label } = await this.dataSource.manager.findOneByOrFail(PaymentAlias, { id: subscription.aliasId });
    const { id, status, consentEvidence, model, amountLimitMinor, totalLimitMinor, countLimit, frequency, initiationAt, expiresAt } =
      subscription;
    const terms = { model, amountLimitMinor, totalLimitMinor, countLimit, frequency, initiationAt, expiresAt };
    const nextChargeAtOf = await nextCharges(this.dataSource, [subscription], this.clock.now(), this.environment.app.displayTimeZone);
    return { subscriptionId: id, label, terms, status, consentEvidence, nextChargeAt: nextChargeAtOf(id) };
  }
}
