import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { parseAmount } from '../../../common/money/amount.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { canBeExtended } from '../../../common/time/more-time.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { type FailureReason, TICKET_CODE_OF } from '../../../connectors/channels/port/failure-reasons.js';
import { NO_STEP } from '../../../connectors/channels/port/next-step.js';
import { ServiceBrandQuery } from '../../../platform/partners/brand/service-brand.query.js';
import { ServiceListQuery } from '../../../platform/partners/services/service-list.query.js';
import { LIVE_STATES } from '../attempts/attempt-transitions.js';
import type { ServiceChannel } from '../channels/service-channel.js';
import { ServiceChannelsQuery } from '../channels/service-channels.query.js';
import { whyUnusable } from '../channels/why-unusable.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentCode } from '../attempts/codes/payment-code.entity.js';
import { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import { EXPIRES_AFTER_MINUTES, MAX_ATTEMPTS, MAX_CODES } from '../channels/limits.js';
import { OPEN_STATUSES } from '../transactions/payment-transitions.js';
import { missingFields, payerOf } from '../transactions/payer-details.js';
import type { PayerCartItem, PayerChannel, PaymentPage } from './payment-page.js';
import { paymentStateWord } from './payment-state.js';
import { stageOf } from './payment-stage.js';
import { PayerRecurringQuery } from './payer-recurring.query.js';
import { revivedStep } from '../attempts/revived-step.js';

/** Everything the payer's page shows about a payment. It knows nothing of who asks, so nothing of it is only for some. */
@Injectable()
export class PaymentPageQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly services: ServiceListQuery,
    private readonly brands: ServiceBrandQuery,
    private readonly channels: ServiceChannelsQuery,
    private readonly recurring: PayerRecurringQuery,
  ) {}

  /** @returns null when the id is unknown or malformed. */
  async run(transactionId: string): Promise<PaymentPage | null> {
    if (!isUuid(transactionId)) return null;
    const row = await this.dataSource.manager.findOneBy(PaymentTransaction, { id: transactionId });
    if (!row) return null;
    const [seller, brand, live] = await Promise.all([
      this.services.seller(row.serviceId),
      this.brands.of(row.serviceId),
      this.dataSource.manager.findOneBy(PaymentAttempt, { transactionId, state: In([...LIVE_STATES]) }),
    ]);
    const step = live ? revivedStep(live.next) : NO_STEP;
    const hasOpenCode = live !== null && (await this.hasOpenCode(live.reference));
    const stage = stageOf(row, live && { state: live.state, step: step.kind, hasOpenCode }, this.clock.now());
    const usable = await this.usable(row);
    const recurring = await this.recurring.of(row, usable);
    return {
      transactionId,
      payerTransactionId: row.payerTransactionId,
      serviceId: row.serviceId,
      status: row.status,
      state: paymentStateWord({
        ...row,
        attemptState: live?.state ?? null,
        stepKind: live?.next.kind ?? null,
        hasOpenCode,
        agreement: recurring?.word ?? null,
      }),
      stage,
      test: row.commissionMinor === null ? usable.length > 0 && usable.every(({ connector }) => connector?.isSimulated ?? false) : row.test,
      ...seller,
      brand,
      description: row.description,
      amountMinor: row.amountMinor,
      currency: row.currency,
      plnMinor: row.plnMinor,
      plnRate: row.plnRate,
      cart: cartOf(row),
      channels: stage === 'choose' || stage === 'step' || stage === 'waiting' ? choiceOf(row, usable) : [],
      directChannel: row.directChannel,
      recurring,
      channel: row.channel,
      step: stage === 'step' ? step : NO_STEP,
      canLeave: OPEN_STATUSES.includes(row.status) && (!live || live.state === 'sent' || live.state === 'pending'),
      codesLeft: MAX_CODES - row.codeCount,
      attemptsLeft: MAX_ATTEMPTS - row.attemptCount,
      failure: failureOf(row),
      expiresAt: row.expiresAt,
      canExtend: OPEN_STATUSES.includes(row.status) && canBeExtended(row, EXPIRES_AFTER_MINUTES),
      paidAt: row.paidAt,
      refundMinor: row.refundMinor,
      refundedMinor: row.refundedMinor,
      successUrl: row.successUrl,
      failureUrl: row.failureUrl,
      pendingUrl: row.pendingUrl,
    };
  }

  private hasOpenCode(attemptReference: string): Promise<boolean> {
    return this.dataSource.manager.existsBy(PaymentCode, { attemptReference, state: 'open' });
  }

  private async usable(row: PaymentTransaction): Promise<ServiceChannel[]> {
    const sale = { amountMinor: row.amountMinor, currency: row.currency, country: payerOf(row, NOBODY).country };
    const offers = new Map((await this.channels.of(row.serviceId)).map((offer) => [offer.channel.id, offer]));
    return row.offered
      .flatMap((id) => offers.get(id) ?? [])
      .filter((offer) => whyUnusable(offer, sale, row.directChannel !== null) === null);
  }
}

function choiceOf(row: PaymentTransaction, usable: readonly ServiceChannel[]): PayerChannel[] {
  const payer = payerOf(row, NOBODY);
  return usable
    .map(({ channel: { id, name, type }, requiredPayer, connector }) => ({
      id,
      name,
      type,
      missing: missingFields(payer, requiredPayer),
      takesCode: Boolean(connector?.capabilities[id]?.submits),
    }))
    .filter(({ takesCode }) => !takesCode || row.codeCount < MAX_CODES);
}

/** Address and browser come with every request. */
const NOBODY = { clientAddress: 'any', userAgent: 'any' };

function failureOf({ failureReason, status }: PaymentTransaction): PaymentPage['failure'] {
  if (failureReason === null || status === 'transaction_paid') return null;
  const reason = failureReason as NonNullable<PaymentPage['failure']>['reason'];
  return { reason, ticketCode: reason in TICKET_CODE_OF ? TICKET_CODE_OF[reason as FailureReason] : null };
}

/** Rules have judged these members when the payment was made; of an earlier version's, which took a list for an item, there is nothing to show. */
function cartOf({ cart }: PaymentTransaction): PayerCartItem[] {
  return ((cart ?? []) as { name?: string; quantity: number; price: number }[]).flatMap(({ name, quantity, price }) =>
    name === undefined ? [] : [{ name, quantity, priceMinor: parseAmount(price) ?? 0 }],
  );
}
