import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { NO_STEP } from '../../../connectors/acquirers/port/next-step.js';
import type { ServiceRef } from '../../../platform/access/caller.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { insertionOf } from '../../../runtime/database/rows/row-insertion.js';
import { activeTraceParent } from '../../../runtime/tracing/trace-parent.js';
import { insertAlias } from '../blik-aliases/new-alias.js';
import { PaymentAlias } from '../blik-aliases/payment-alias.entity.js';
import { PollSchedule } from '../../../platform/remote-operations/poll-schedule.js';
import { RecordAttemptService } from '../attempts/start/record-attempt.service.js';
import type { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { GRACE_MINUTES, MAX_BLIK_CODES } from '../payment-methods/limits.js';
import { rejectClosedService } from '../services/reject-closed-service.js';
import type { ConsentEvidence } from '../mandates/consent-evidence.js';
import { lockChargeable } from './lock-chargeable.js';
import { PaymentSubscription } from './payment-subscription.entity.js';
import { type RecurringChannel, RecurringChannelQuery } from './recurring-channel.query.js';
import { SUBSCRIPTION_LIST } from './subscription.list.js';
import { SUBSCRIPTION_TRANSITIONS } from './states.js';
import type { SubscriptionTerms } from '../mandates/terms.js';

const NEW_SUBSCRIPTIONS = insertionOf(PaymentSubscription);
const INSERT_SUBSCRIPTION = { name: 'payment_subscription_insert', text: NEW_SUBSCRIPTIONS.insert() };

export interface NewSubscription {
  service: ServiceRef;
  transactionId: string;
  terms: SubscriptionTerms;
  alias: { value: string; label: string };
  requestKey: string | null;
  /** Evidence of the consent on a page of the gateway. null when the partner's program collected the code. */
  pageEvidence: ConsentEvidence | null;
}

export interface RecordedSubscription {
  /** The payment that sets up the subscription. */
  row: PaymentTransaction;
  attempt: PaymentAttempt;
  channel: RecurringChannel;
  subscription: PaymentSubscription;
  alias: { value: string; label: string };
}

/** Stores a subscription with its alias and its first attempt, before the mandate is sent to the acquirer. */
@Injectable()
export class RecordSubscriptionService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly schedule: PollSchedule,
    private readonly channels: RecurringChannelQuery,
    private readonly recordAttempt: RecordAttemptService,
  ) {}

  /** @returns `earlier`, the subscription of an interrupted request with the same key, or what is needed to send the mandate. */
  async run(unit: UnitOfWork, newSubscription: NewSubscription): Promise<RecordedSubscription | { earlier: PaymentSubscription }> {
    const { service, terms, alias } = newSubscription;
    const now = this.clock.now();
    const checkPayment = await lockChargeable(unit, service.id, newSubscription.transactionId, now);
    const earlier = await findEarlier(unit, newSubscription);
    if (earlier) return { earlier };
    await rejectClosedService(unit.tx, service.id);
    await rejectUsedValue(unit, alias.value);
    const row = checkPayment();
    if (row.codeCount >= MAX_BLIK_CODES)
      throw new DomainError('BLIK_CODE_LIMIT', { message: `A transaction takes ${MAX_BLIK_CODES} codes.` });
    const channel = await this.channels.findRecurringChannel(unit, row, terms.model);
    const attempt = this.recordAttempt.buildAttempt(row, channel.offer, channel.payer);
    // A setup payment becomes paid when its mandate becomes active, so only the mandate is polled.
    if (row.amountMinor === 0) attempt.nextPollAt = null;
    await this.recordAttempt.run(unit, row, attempt);
    // The code is counted before it is sent. `MAX_BLIK_CODES` is the limit for all mandates of a payment together.
    await unit.tx.update(PaymentTransaction, { id: row.id }, { codeCount: row.codeCount + 1 });
    const subscription = this.buildSubscription(newSubscription, attempt, now);
    await insertAlias(unit, aliasRow(subscription, alias));
    await runNamed(unit.tx, INSERT_SUBSCRIPTION, NEW_SUBSCRIPTIONS.values([subscription]));
    const { serviceId, status, createdAt } = subscription;
    unit.counts.push({ list: SUBSCRIPTION_LIST.counter(serviceId), status, createdAt, by: 1 });
    return { row, attempt, channel, subscription, alias };
  }

  private buildSubscription({ terms, requestKey, pageEvidence }: NewSubscription, attempt: PaymentAttempt, now: Date): PaymentSubscription {
    const { reference, transactionId, serviceId, connector, test, currency, expiresAt } = attempt;
    return {
      id: uuidv7(),
      serviceId,
      aliasId: uuidv7(),
      transactionId,
      attemptReference: reference,
      status: SUBSCRIPTION_TRANSITIONS.initial,
      mode: 'BLIK',
      connector,
      test,
      currency,
      ...terms,
      providerRef: null,
      data: null,
      next: NO_STEP,
      reason: null,
      rawCode: null,
      cancelledBy: null,
      cancelledReason: null,
      consentEvidence: pageEvidence,
      chargeCount: 0,
      chargeMinor: 0,
      paidCount: 0,
      paidMinor: 0,
      requestKey,
      nextPollAt: this.schedule.firstPollAt(now),
      pollCount: 0,
      dueAt: new Date(expiresAt.getTime() + GRACE_MINUTES * 60_000),
      traceParent: activeTraceParent(),
      activatedAt: null,
      createdAt: now,
      updatedAt: now,
    };
  }
}

/**
 * The subscription of an earlier request with the same key that was interrupted. A subscription that `system` cancelled does not count, for
 * example one whose mandate never reached the acquirer.
 */
async function findEarlier({ tx }: UnitOfWork, { transactionId, requestKey }: NewSubscription): Promise<PaymentSubscription | null> {
  if (requestKey === null) return null;
  const [earlier] = await tx.find(PaymentSubscription, { where: { transactionId, requestKey }, order: { createdAt: 'DESC' }, take: 1 });
  return earlier && earlier.cancelledBy !== 'system' ? earlier : null;
}

/** Between two concurrent requests the unique index `payment_alias_payid_once` decides. */
async function rejectUsedValue({ tx }: UnitOfWork, value: string): Promise<void> {
  const type = 'PAYID';
  const isUsed = await tx.existsBy(PaymentAlias, [
    { type, value, status: 'alias_pending_registration' },
    { type, value, activatedAt: Not(IsNull()) },
  ]);
  if (isUsed) throw new DomainError('ALIAS_ALREADY_EXISTS', { message: 'The value of the alias is used already.' });
}

function aliasRow(
  { aliasId: id, serviceId, connector, test, transactionId, traceParent, createdAt }: PaymentSubscription,
  alias: { value: string; label: string },
) {
  const { value, label } = alias;
  return { id, serviceId, type: 'PAYID' as const, value, label, connector, test, transactionId, nextPollAt: null, traceParent, createdAt };
}
