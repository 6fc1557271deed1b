import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { parseAmount } from '../../../common/money/amount.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { canBeExtended } from '../../../common/time/time-extension.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { type FailureReason, BLIK_ERROR_CODE_OF } from '../../../connectors/acquirers/port/failure-reasons.js';
import { type NextStep, NO_STEP } from '../../../connectors/acquirers/port/next-step.js';
import { ServiceBrandQuery } from '../../../platform/partners/brand/service-brand.query.js';
import { type AttemptState, LIVE_STATES } from '../attempts/states.js';
import type { ServiceChannel } from '../payment-methods/service-channel.js';
import { ServiceChannelsQuery } from '../payment-methods/service-channels.query.js';
import { channelUnavailableReason } from '../payment-methods/channel-availability.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { PAYMENT_EXPIRES_AFTER_MINUTES, MAX_ATTEMPTS, MAX_BLIK_CODES } from '../payment-methods/limits.js';
import { OPEN_STATUSES } from '../payments/states.js';
import { missingPayerFields, payerOf } from '../payments/payer-details.js';
import type { PayerChannel, PayerPayment } from './payment-page.js';
import { paymentStateVersion } from './payment-state.js';
import { paymentStageOf } from './payment-stage.js';
import { PayerRecurringQuery } from './payer-recurring.query.js';
import { parseNextStep } from '../attempts/parse-next-step.js';

interface PaymentWithAttempt {
  row: PaymentTransaction;
  /** The attempt that is in progress or has paid. */
  liveAttempt: Pick<PaymentAttempt, 'state' | 'next'> | null;
  /** Whether the outcome of a code of that attempt is not known yet. */
  hasOpenCode: boolean;
  /** The cart was validated on creation, so its items have these types. Empty with a live attempt, because its pages do not show the cart. */
  cart: { name: string; quantity: number; price: number }[];
}

/** Reads everything that the payer's page shows about a payment. Anybody who has the URL may see all of it. */
@Injectable()
export class PaymentPageQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly brands: ServiceBrandQuery,
    private readonly channels: ServiceChannelsQuery,
    private readonly recurring: PayerRecurringQuery,
  ) {}

  /** @returns null when the id is unknown or malformed. */
  async run(transactionId: string): Promise<PayerPayment | null> {
    if (!isUuid(transactionId)) return null;
    const found = await this.find(transactionId);
    if (!found) return null;
    const { row, liveAttempt, hasOpenCode } = found;
    const { sells, ...shop } = await this.brands.shop(row.serviceId);
    const step = liveAttempt ? parseNextStep(liveAttempt.next) : NO_STEP;
    const stage = paymentStageOf(row, liveAttempt && { state: liveAttempt.state, step: step.kind, hasOpenCode }, this.clock.now());
    const usableChannels = sells ? await this.usableChannels(row) : [];
    const recurring = await this.recurring.readRecurring(row, usableChannels);
    return {
      transactionId,
      payerTransactionId: row.payerTransactionId,
      serviceId: row.serviceId,
      status: row.status,
      state: paymentStateVersion({
        ...row,
        attemptState: liveAttempt?.state ?? null,
        stepKind: liveAttempt?.next.kind ?? null,
        hasOpenCode,
        recurringState: recurring?.state ?? null,
      }),
      stage,
      closed: !sells && (stage === 'choose' || (stage === 'step' && step.kind === 'needsCode')),
      // Until the money is captured, there is no commission, and `row.test` is not known yet.
      test:
        row.commissionMinor === null
          ? usableChannels.length > 0 && usableChannels.every(({ connector }) => connector?.isSimulated ?? false)
          : row.test,
      ...shop,
      description: row.description,
      amountMinor: row.amountMinor,
      currency: row.currency,
      plnMinor: row.plnMinor,
      plnRate: row.plnRate,
      cart: found.cart.map(({ name, quantity, price }) => ({ name, quantity, priceMinor: parseAmount(price) ?? 0 })),
      channels: stage === 'choose' || stage === 'step' || stage === 'waiting' ? selectableChannels(row, usableChannels) : [],
      directChannel: row.directChannel,
      recurring,
      channel: row.channel,
      step: stage === 'step' ? step : NO_STEP,
      canAbandon: OPEN_STATUSES.includes(row.status) && (!liveAttempt || liveAttempt.state === 'sent' || liveAttempt.state === 'pending'),
      codesLeft: MAX_BLIK_CODES - row.codeCount,
      attemptsLeft: MAX_ATTEMPTS - row.attemptCount,
      failure: toPayerFailure(row),
      expiresAt: row.expiresAt,
      canExtend: OPEN_STATUSES.includes(row.status) && canBeExtended(row, PAYMENT_EXPIRES_AFTER_MINUTES),
      paidAt: row.paidAt,
      refundMinor: row.refundMinor,
      refundedMinor: row.refundedMinor,
      successUrl: row.successUrl,
      failureUrl: row.failureUrl,
      pendingUrl: row.pendingUrl,
    };
  }

  /**
   * Reads the payment, its live attempt and whether that has an open code in one statement. Between two statements a code may be declined: then the
   * page would request another code without the reason.
   */
  private async find(id: string): Promise<PaymentWithAttempt | null> {
    const { entities, raw } = await this.dataSource.manager
      .createQueryBuilder(PaymentTransaction, 't')
      .leftJoin(PaymentAttempt, 'a', 'a.transactionId = t.id AND a.state IN (:...liveStates)', { liveStates: LIVE_STATES })
      .addSelect('a.state', 'attemptState')
      .addSelect('a.next', 'attemptNext')
      .addSelect('CASE WHEN a.reference IS NULL THEN t.cart END', 'cart')
      .addSelect(`EXISTS (SELECT FROM payment_code c WHERE c.attempt_reference = a.reference AND c.state = 'open')`, 'hasOpenCode')
      .where('t.id = :id', { id })
      .getRawAndEntities<{
        attemptState: AttemptState | null;
        attemptNext: NextStep | null;
        hasOpenCode: boolean;
        cart: PaymentWithAttempt['cart'] | null;
      }>();
    const [[row], [columns]] = [entities, raw];
    if (!row || !columns) return null;
    const { attemptState: state, attemptNext: next, hasOpenCode, cart } = columns;
    return { row, liveAttempt: state && next && { state, next }, hasOpenCode, cart: cart ?? [] };
  }

  private async usableChannels(row: PaymentTransaction): Promise<ServiceChannel[]> {
    const payment = { amountMinor: row.amountMinor, currency: row.currency, country: payerOf(row, ANY_PAYER).country };
    const channelById = new Map(
      (await this.channels.listCached(row.serviceId)).map((serviceChannel) => [serviceChannel.channel.id, serviceChannel]),
    );
    return row.offeredChannels
      .flatMap((id) => channelById.get(id) ?? [])
      .filter((serviceChannel) => channelUnavailableReason(serviceChannel, payment, row.directChannel !== null) === null);
  }
}

function selectableChannels(row: PaymentTransaction, usableChannels: readonly ServiceChannel[]): PayerChannel[] {
  const payer = payerOf(row, ANY_PAYER);
  return usableChannels
    .map(({ channel: { id, name, type }, requiredPayer, connector }) => ({
      id,
      name,
      type,
      missing: missingPayerFields(payer, requiredPayer),
      takesCode: Boolean(connector?.capabilities[id]?.submits),
    }))
    .filter(({ takesCode }) => !takesCode || row.codeCount < MAX_BLIK_CODES);
}

/** Placeholders: each request of a payer has an IP address and a user agent, so these two fields are never missing. */
const ANY_PAYER = { clientAddress: 'any', userAgent: 'any' };

function toPayerFailure({ failureReason, status }: PaymentTransaction): PayerPayment['failure'] {
  if (failureReason === null || status === 'transaction_paid') return null;
  const reason = failureReason as NonNullable<PayerPayment['failure']>['reason'];
  return { reason, ticketCode: reason in BLIK_ERROR_CODE_OF ? BLIK_ERROR_CODE_OF[reason as FailureReason] : null };
}
