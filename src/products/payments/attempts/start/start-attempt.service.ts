import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { isUuid } from '../../../../common/validation/is-uuid.js';
import type { ChannelId } from '../../../../connectors/acquirers/catalogue/channel-ids.js';
import type { AttemptResult, NotSent, Payer } from '../../../../connectors/acquirers/port/attempt.js';
import type { AcquirerConnector } from '../../../../connectors/acquirers/port/acquirer-connector.js';
import type { NextStep } from '../../../../connectors/acquirers/port/next-step.js';
import { Changes } from '../../../../platform/changes/changes.service.js';
import { isSelling } from '../../../../platform/partners/services/is-selling.js';
import type { UnitOfWork } from '../../../../platform/changes/unit-of-work.js';
import { ServiceChannelsQuery } from '../../payment-methods/service-channels.query.js';
import type { ServiceChannel } from '../../payment-methods/service-channel.js';
import { RECURRING_CHANNEL, channelUnavailableReason } from '../../payment-methods/channel-availability.js';
import { type CheckoutRejection, type CheckoutResult, checkoutRejection } from '../checkout-result.js';
import { missingPayerFields, type PayerInput, payerOf } from '../../payments/payer-details.js';
import { parseNextStep } from '../parse-next-step.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import type { PaymentTransaction } from '../../payments/payment-transaction.entity.js';
import { MAX_ATTEMPTS } from '../../payment-methods/limits.js';
import { lockForRequest } from '../../../../runtime/database/pool-quotas/row-lock-queue.js';
import { PAYMENT } from '../payment-subject.js';
import { OPEN_STATUSES } from '../../payments/states.js';
import { ApplyAttemptOutcomeService } from '../outcome/apply-attempt-outcome.service.js';
import { AbandonAttemptService } from '../abandon-attempt.service.js';
import { findLiveAttempt } from '../lock-attempt.js';
import { RecordAttemptService } from './record-attempt.service.js';
import { AttemptRequestBuilder } from './attempt-request-builder.js';

interface Recorded {
  row: PaymentTransaction;
  attempt: PaymentAttempt;
  connector: AcquirerConnector;
  /** The live attempt that was abandoned for the new one, to be canceled at its acquirer; null when there was none. */
  abandoned: PaymentAttempt | null;
}

/** Starts an attempt when the payer chooses a channel, the first or another one. */
@Injectable()
export class StartAttemptService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly channels: ServiceChannelsQuery,
    private readonly recordAttempt: RecordAttemptService,
    private readonly abandon: AbandonAttemptService,
    private readonly requests: AttemptRequestBuilder,
    private readonly applyOutcome: ApplyAttemptOutcomeService,
  ) {}

  /**
   * A payer who starts twice with the same channel, in two tabs or with two clicks, gets one attempt.
   * @returns the payer's next step; `none`: not known yet, the payment's page will show it.
   */
  async run(transactionId: string, channel: ChannelId, input: PayerInput): Promise<CheckoutResult<{ step: NextStep }>> {
    if (!isUuid(transactionId)) return checkoutRejection({ problem: 'not_possible_now' });
    const recorded = await this.changes.transaction(
      (unit) => this.record(unit, transactionId, channel, input),
      lockForRequest(transactionId),
    );
    if ('ok' in recorded) return recorded;
    const { row, attempt, connector, abandoned } = recorded;
    if (abandoned) this.abandon.requestCancellation(abandoned);
    // From this call on the acquirer may capture money. The attempt is stored already, so workers poll it even if this process is killed.
    const result = await connector.start(await this.requests.build(row, attempt, payerOf(row, input)));
    await this.applyOutcome.run(attempt, result);
    return toCheckoutResult(result);
  }

  private async record(
    unit: UnitOfWork,
    id: string,
    channel: ChannelId,
    input: PayerInput,
  ): Promise<Recorded | CheckoutResult<{ step: NextStep }>> {
    const row = await unit.lock(PAYMENT, id);
    const now = this.clock.now();
    if (!row || !OPEN_STATUSES.includes(row.status) || row.expiresAt <= now) return checkoutRejection({ problem: 'not_possible_now' });
    const currentAttempt = await findLiveAttempt(unit, id);
    if (currentAttempt?.channel === channel) return { ok: true, step: parseNextStep(currentAttempt.next) };
    if (!(await isSelling(unit.tx, row.serviceId))) return checkoutRejection({ problem: 'service_closed' });
    if (currentAttempt && !this.abandon.canBeAbandoned(currentAttempt)) return checkoutRejection({ problem: 'not_possible_now' });
    if (row.attemptCount >= MAX_ATTEMPTS) return checkoutRejection({ problem: 'too_many_attempts' });
    const offer = (await this.channels.list(row.serviceId, unit.tx)).find((offered) => offered.channel.id === channel);
    const payer = payerOf(row, input);
    const problem = problemOf(row, payer, offer);
    if (problem) return problem;
    if (!offer?.connector) return checkoutRejection({ problem: 'channel_unusable' });
    if (currentAttempt) await this.abandon.abandonLocked(unit, currentAttempt, 'another_method');
    const attempt = this.recordAttempt.buildAttempt(row, { ...offer, connector: offer.connector }, payer);
    await this.recordAttempt.run(unit, row, attempt);
    return { row, attempt, connector: offer.connector, abandoned: currentAttempt };
  }
}

function problemOf(row: PaymentTransaction, payer: Payer, offer: ServiceChannel | undefined): CheckoutRejection | null {
  const { amountMinor, currency } = row;
  const unavailableReason =
    offer && channelUnavailableReason(offer, { amountMinor, currency, country: payer.country }, row.directChannel !== null);
  // An attempt on the recurring channel belongs to a subscription or a recurring charge, and is started by the services in
  // `subscriptions/`.
  const isRecurring = offer?.channel.id === RECURRING_CHANNEL;
  if (!offer || isRecurring || unavailableReason !== null || !row.offeredChannels.includes(offer.channel.id))
    return checkoutRejection({ problem: 'channel_unusable' });
  const fields = missingPayerFields(payer, offer.requiredPayer);
  return fields.length > 0 ? checkoutRejection({ problem: 'payer_details_missing', fields }) : null;
}

function toCheckoutResult(result: AttemptResult | NotSent): CheckoutResult<{ step: NextStep }> {
  if (result.outcome === 'not_sent') return checkoutRejection({ problem: 'channel_unreachable' });
  if (result.outcome === 'failed' && result.next.kind !== 'needsCode')
    return checkoutRejection({ problem: 'declined', reason: result.reason });
  return { ok: true, step: result.next };
}
