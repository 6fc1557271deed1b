import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { parseAmount } from '../../../common/money/amount.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { canBeExtended } from '../../../common/time/time-extension.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { type FailureReason, TICKET_CODE_OF } from '../../../connectors/acquirers/port/failure-reasons.js';
import { type NextStep, NO_STEP } from '../../../connectors/acquirers/port/next-step.js';
import { ServiceBrandQuery } from '../../../platform/partners/brand/service-brand.query.js';
import { type AttemptState, LIVE_STATES } from '../attempts/attempt-transitions.js';
import type { ServiceChannel } from '../channels/service-channel.js';
import { ServiceChannelsQuery } from '../channels/service-channels.query.js';
import { channelUnavailableReason } from '../channels/channel-availability.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import { PAYMENT_EXPIRES_AFTER_MINUTES, MAX_ATTEMPTS, MAX_BLIK_CODES } from '../channels/limits.js';
import { OPEN_STATUSES } from '../transactions/payment-transitions.js';
import { missingPayerFields, payerOf } from '../transactions/payer-details.js';
import type { PayerCartItem, PayerChannel, PayerPayment } from './payment-page.js';
import { paymentStateVersion } from './payment-state.js';
import { paymentStageOf } from './payment-stage.js';
import { PayerRecurringQuery } from './payer-recurring.query.js';
import { parseNextStep } from '../attempts/parse-next-step.js';

interface PaymentWithAttempt {
  row: PaymentTransaction;
  /** The attempt that is under way or has paid. */
  live: Pick<PaymentAttempt, 'state' | 'next'> | null;
  /** Whether the outcome of a code of that attempt is not known yet. */
  hasOpenCode: boolean;
}

/** Everything the payer's page shows about a payment. Any holder of the address may see all of it. */
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
    const { row, live, hasOpenCode } = found;
    const { sells, ...shop } = await this.brands.shop(row.serviceId);
    const step = live ? parseNextStep(live.next) : NO_STEP;
    const stage = paymentStageOf(row, live && { state: live.state, step: step.kind, hasOpenCode }, this.clock.now());
    const usable = sells ? await this.usable(row) : [];
    const recurring = await this.recurring.of(row, usable);
    return {
      transactionId,
      payerTransactionId: row.payerTransactionId,
      serviceId: row.serviceId,
      status: row.status,
      state: paymentStateVersion({
        ...row,
        attemptState: live?.state ?? null,
        stepKind: live?.next.kind ?? null,
        hasOpenCode,
        recurringState: recurring?.state ?? null,
      }),
      stage,
      closed: !sells && (stage === 'choose' || (stage === 'step' && step.kind === 'needsCode')),
      test: row.commissionMinor === null ? usable.length > 0 && usable.every(({ connector }) => connector?.isSimulated ?? false) : row.test,
      ...shop,
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
      canAbandon: OPEN_STATUSES.includes(row.status) && (!live || live.state === 'sent' || live.state === 'pending'),
      codesLeft: MAX_BLIK_CODES - row.codeCount,
      attemptsLeft: MAX_ATTEMPTS - row.attemptCount,
      failure: failureOf(row),
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
      .addSelect(`EXISTS (SELECT FROM payment_code c WHERE c.attempt_reference = a.reference AND c.state = 'open')`, 'hasOpenCode')
      .where('t.id = :id', { id })
      .getRawAndEntities<{ attemptState: AttemptState | null; attemptNext: NextStep | null; hasOpenCode: boolean }>();
    const [[row], [columns]] = [entities, raw];
    if (!row || !columns) return null;
    const { attemptState: state, attemptNext: next, hasOpenCode } = columns;
    return { row, live: state && next && { state, next }, hasOpenCode };
  }

  private async usable(row: PaymentTransaction): Promise<ServiceChannel[]> {
    const sale = { amountMinor: row.amountMinor, currency: row.currency, country: payerOf(row, NOBODY).country };
    const offers = new Map((await this.channels.recent(row.serviceId)).map((offer) => [offer.channel.id, offer]));
    return row.offered
      .flatMap((id) => offers.get(id) ?? [])
      .filter((offer) => channelUnavailableReason(offer, sale, row.directChannel !== null) === null);
  }
}

function choiceOf(row: PaymentTransaction, usable: readonly ServiceChannel[]): PayerChannel[] {
  const payer = payerOf(row, NOBODY);
  return usable
    .map(({ channel: { id, name, type }, requiredPayer, connector }) => ({
      id,
      name,
      type,
      missing: missingPayerFields(payer, requiredPayer),
      takesCode: Boolean(connector?.capabilities[id]?.submits),
    }))
    .filter(({ takesCode }) => !takesCode || row.codeCount < MAX_BLIK_CODES);
}

/** Every request has an address and a browser, so these fields never count as missing. */
const NOBODY = { clientAddress: 'any', userAgent: 'any' };

function failureOf({ failureReason, status }: PaymentTransaction): PayerPayment['failure'] {
  if (failureReason === null || status === 'transaction_paid') return null;
  const reason = failureReason as NonNullable<PayerPayment['failure']>['reason'];
  return { reason, ticketCode: reason in TICKET_CODE_OF ? TICKET_CODE_OF[reason as FailureReason] : null };
}

/** The request was validated, so the members have these types. Rows of earlier versions may have items without a name: these are left out. */
function cartOf({ cart }: PaymentTransaction): PayerCartItem[] {
  return ((cart ?? []) as { name?: string; quantity: number; price: number }[]).flatMap(({ name, quantity, price }) =>
    name === undefined ? [] : [{ name, quantity, priceMinor: parseAmount(price) ?? 0 }],
  );
}
