import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { isUuid } from '../../../../common/validation/is-uuid.js';
import type { ServiceRef } from '../../../../platform/access/caller.js';
import { RestoredDatabase } from '../../../../platform/restored/restored-database.js';
import type { UnitOfWork } from '../../../../platform/changes/unit-of-work.js';
import { Environment } from '../../../../runtime/config/environment.js';
import { runNamed } from '../../../../runtime/database/named-query.js';
import { insertionOf } from '../../../../runtime/database/rows/row-insertion.js';
import { ROW_LOCK } from '../../../../runtime/database/row-lock.js';
import { RecordAttemptService } from '../../attempts/start/record-attempt.service.js';
import type { PaymentTransaction } from '../../payments/payment-transaction.entity.js';
import { VelocityQuery } from '../../risk/velocity.query.js';
import { lockChargeable } from '../lock-chargeable.js';
import { PaymentSubscription } from '../payment-subscription.entity.js';
import { type RecurringChannel, RecurringChannelQuery } from '../recurring-channel.query.js';
import { rejectClosedService } from '../../services/reject-closed-service.js';
import { chargePosition } from './charge-position.js';
import { isPeriodPaid, lastCharge } from './charge-statements.js';
import { chargeDeadline } from './charge-deadline.js';
import { isChargeable } from './is-chargeable.js';
import { PaymentCharge } from '../../mandates/payment-charge.entity.js';
import type { SendableCharge } from './send-charge.service.js';

const NEW_CHARGES = insertionOf(PaymentCharge);
const INSERT_CHARGE = { name: 'payment_charge_insert', text: NEW_CHARGES.insert() };

export interface NewCharge {
  service: ServiceRef;
  subscriptionId: string;
  transactionId: string;
  /** Attempt number that the partner sent. null: the next number is used. */
  number: number | null;
  /** A new label for the payer's app. null keeps the label. */
  label: string | null;
  lines: readonly string[];
  requestKey: string | null;
}

/** `earlier`: the charge of an interrupted request with the same key. `held`: the charge waits for the payer's confirmation. */
export type RecordedCharge = { earlier: PaymentCharge } | { held: PaymentCharge } | SendableCharge;

/**
 * Stores a charge before it is sent to the acquirer. The subscription's lock keeps concurrent charges within the mandate terms. A charge that breaks
 * a fraud rule is held until the payer confirms it.
 */
@Injectable()
export class RecordChargeService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
    private readonly channels: RecurringChannelQuery,
    private readonly recordAttempt: RecordAttemptService,
    private readonly velocity: VelocityQuery,
    private readonly restored: RestoredDatabase,
  ) {}

  async run(unit: UnitOfWork, newCharge: NewCharge): Promise<RecordedCharge> {
    const { service, subscriptionId: id } = newCharge;
    const where = { id, serviceId: service.id };
    const now = this.clock.now();
    const checkPayment = await lockChargeable(unit, service.id, newCharge.transactionId, now);
    const subscription = isUuid(id) ? await unit.tx.findOne(PaymentSubscription, { where, lock: ROW_LOCK }) : null;
    if (!subscription) throw new DomainError('ROUTE_NOT_FOUND');
    const earlier = await findEarlier(unit, newCharge);
    if (earlier) return { earlier };
    await this.restored.rejectWhileRestored(unit.tx);
    await rejectClosedService(unit.tx, service.id);
    rejectInactive(subscription, now);
    const row = checkPayment();
    const position = await this.place(unit, subscription, row, newCharge, now);
    const channel = await this.channels.findRecurringChannel(unit, row, subscription.model, subscription.connector);
    return this.store(unit, row, subscription, channel, chargeRow(newCharge, subscription, row, position, now));
  }

  /** Checks the charge against the mandate terms. @returns the billing period and the attempt number. */
  private async place(unit: UnitOfWork, subscription: PaymentSubscription, row: PaymentTransaction, { number }: NewCharge, now: Date) {
    const last = await lastCharge(unit, subscription.id);
    if (last?.isRunning) throw new DomainError('ATTEMPT_IN_PROGRESS', { message: 'The subscription is being charged.' });
    const isPaid = (period: number): Promise<boolean> => isPeriodPaid(unit, subscription.id, period);
    const zone = this.environment.app.displayTimeZone;
    return chargePosition({ subscription, amountMinor: row.amountMinor, number, last, isPaid, now, zone });
  }

  /** Stores the charge with its attempt, or without an attempt when a fraud rule holds the charge. */
  private async store(
    unit: UnitOfWork,
    row: PaymentTransaction,
    subscription: PaymentSubscription,
    channel: RecurringChannel,
    charge: PaymentCharge,
  ): Promise<RecordedCharge> {
    const attempt = this.recordAttempt.buildAttempt(row, channel.offer, channel.payer, chargeDeadline(subscription, charge.createdAt));
    const holdReason = await this.velocity.findViolatedRule(unit.tx, attempt);
    if (holdReason !== null) {
      const heldCharge = { ...charge, holdReason };
      await runNamed(unit.tx, INSERT_CHARGE, NEW_CHARGES.values([heldCharge]));
      return { held: heldCharge };
    }
    await this.recordAttempt.run(unit, row, attempt);
    const chargeWithAttempt = { ...charge, attemptReference: attempt.reference };
    await runNamed(unit.tx, INSERT_CHARGE, NEW_CHARGES.values([chargeWithAttempt]));
    return { row, attempt, channel, subscription, charge: chargeWithAttempt };
  }
}

/** The charge of an earlier request with the same key that was interrupted. A charge that was never sent does not count. */
async function findEarlier({ tx }: UnitOfWork, { transactionId, subscriptionId, requestKey }: NewCharge): Promise<PaymentCharge | null> {
  if (requestKey === null) return null;
  return tx
    .createQueryBuilder(PaymentCharge, 'c')
    .where('c.transactionId = :transactionId AND c.subscriptionId = :subscriptionId AND c.requestKey = :requestKey')
    .andWhere(`NOT EXISTS (SELECT FROM payment_attempt a WHERE a.reference = c.attempt_reference AND a.state = 'not_sent')`)
    .setParameters({ transactionId, subscriptionId, requestKey })
    .getOne();
}

function rejectInactive(subscription: PaymentSubscription, now: Date): void {
  if (isChargeable(subscription, now)) return;
  const { status } = subscription;
  const state = status === 'subscription_active' ? 'past its time' : status;
  throw new DomainError('SUBSCRIPTION_NOT_ACTIVE', { message: `Only an active subscription can be charged. This one is ${state}.` });
}

function chargeRow(
  { label, lines, requestKey }: NewCharge,
  { id: subscriptionId, model }: PaymentSubscription,
  { id: transactionId, amountMinor }: PaymentTransaction,
  position: Pick<PaymentCharge, 'number' | 'period'>,
  createdAt: Date,
): PaymentCharge {
  const columns = { id: uuidv7(), subscriptionId, transactionId, attemptReference: null, state: 'running', model, amountMinor } as const;
  return { ...columns, ...position, label, lines, holdReason: null, confirmedAt: null, requestKey, createdAt };
}
