import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import type { ServiceRef } from '../../../platform/access/caller.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { keepAnswer } from '../../../platform/idempotency/keep-answer.js';
import type { AlsoKept } from '../../../platform/idempotency/kept-answer.js';
import { WalletBalanceTooLow } from '../../../platform/ledger/wallet-balance-too-low.js';
import { requestAbout } from '../../../runtime/database/shares/row-turns.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { insertionOf, type NewRowOf } from '../../../runtime/database/rows/row-insertion.js';
import { activeTraceParent } from '../../../runtime/tracing/trace-parent.js';
import { ROW_LOCK } from '../../../runtime/database/row-lock.js';
import { liveAttempt } from '../attempts/lock-attempt.js';
import type { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { type GoingBack, goingBackOf, valueGoingBack } from '../transactions/going-back.js';
import { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import { PaymentRefund } from './payment-refund.entity.js';
import { reservedEntry } from './refund-entries.js';
import { refundableMinor } from './refund-refusal.js';
import { REFUND_TRANSITIONS } from './refund-transitions.js';

const NEW_REFUNDS = insertionOf(PaymentRefund, [
  'providerRef',
  'rawCode',
  'contradiction',
  'saidMinor',
  'saidCurrency',
  'askCount',
  'sentAt',
  'completedAt',
]);
const INSERT_REFUND = { name: 'payment_refund_insert', text: NEW_REFUNDS.insert() };

/** Reserves money of a payment's partner for its payer. A worker tells the channel, which gives it back. */
@Injectable()
export class CreateRefundService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly connectors: ChannelConnectors,
  ) {}

  /**
   * @param amountMinor in minor units of the payment's currency; null: all that is left.
   * @param also makes the answer that is kept in the same database transaction.
   * @returns id of the refund.
   * @throws DomainError TRANSACTION_NOT_FOUND, TRANSACTION_NOT_PAID, REFUND_NOT_SUPPORTED, REFUND_AMOUNT_TOO_HIGH,
   * WALLET_BALANCE_TOO_LOW; IDEMPOTENCY_CONFLICT when the request's key was taken over; TOO_MANY_REQUESTS.
   */
  async run(service: ServiceRef, transactionId: string, amountMinor: number | null, also?: AlsoKept<string>): Promise<string> {
    try {
      return await this.changes.transaction(
        (unit) => this.reserve(unit, service, transactionId, amountMinor, also),
        requestAbout(transactionId),
      );
    } catch (error) {
      if (!(error instanceof WalletBalanceTooLow)) throw error;
      throw new DomainError('WALLET_BALANCE_TOO_LOW', { message: 'The available balance of the wallet is smaller than the refund.' });
    }
  }

  private async reserve(
    unit: UnitOfWork,
    service: ServiceRef,
    id: string,
    amountMinor: number | null,
    also: AlsoKept<string>,
  ): Promise<string> {
    const where = { id, serviceId: service.id };
    const payment = isUuid(id) ? await unit.tx.findOne(PaymentTransaction, { where, lock: ROW_LOCK }) : null;
    if (!payment) throw new DomainError('TRANSACTION_NOT_FOUND');
    const paid = await liveAttempt(unit, id);
    const capabilities = (paid && this.connectors.named(paid.connector)?.capabilities[paid.channel]?.refunds) ?? null;
    const now = this.clock.now();
    const others = await goingBackOf(unit.tx, payment);
    const refundMinor = refundableMinor({ payment, amountMinor, goingBackMinor: others.minor, capabilities, now });
    if (!paid) throw new Error(`Payment ${id} is paid by no attempt`);
    const refund = newRefund(payment, paid, { amountMinor: refundMinor, others, now });
    await runNamed(unit.tx, INSERT_REFUND, NEW_REFUNDS.values([refund]));
    if (also) await keepAnswer(unit.tx, also(refund.id));
    const reserved = reservedEntry(refund, service.partnerId, now);
    if (reserved) unit.post(reserved);
    return refund.id;
  }
}

function newRefund(
  payment: PaymentTransaction,
  paid: PaymentAttempt,
  { amountMinor, others, now }: { amountMinor: number; others: GoingBack; now: Date },
): NewRowOf<typeof NEW_REFUNDS> {
  const { serviceId, transactionId, reference: attemptReference, channel, connector, test, currency } = paid;
  return {
    id: uuidv7(),
    transactionId,
    serviceId,
    attemptReference,
    channel,
    connector,
    test,
    status: REFUND_TRANSITIONS.initial,
    amountMinor,
    currency,
    walletMinor: valueGoingBack(payment, others, amountMinor),
    traceParent: activeTraceParent(),
    askAt: now,
    createdAt: now,
    updatedAt: now,
  };
}
