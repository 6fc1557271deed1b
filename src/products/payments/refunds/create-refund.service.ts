import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { formatAmount } from '../../../common/money/amount.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { AcquirerConnectors } from '../../../connectors/acquirers/port/acquirer-connectors.js';
import type { Caller, ServiceRef } from '../../../platform/access/caller.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { type BuildStoredResponse, storeResponse } from '../../../platform/idempotency/stored-response.js';
import { WalletBalanceTooLowError } from '../../../platform/ledger/wallet-balance-too-low.js';
import { WalletQuery } from '../../../platform/ledger/wallet.query.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-queues.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { insertionOf, type NewRowOf } from '../../../runtime/database/rows/row-insertion.js';
import { activeTraceParent } from '../../../runtime/tracing/trace-parent.js';
import { ROW_LOCK } from '../../../runtime/database/row-lock.js';
import { liveAttempt } from '../attempts/lock-attempt.js';
import type { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { type Deductions, deductionsOf, deductionValue } from '../transactions/deductions.js';
import { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import { OtherRefundMade } from './other-refund-made.js';
import { PaymentRefund } from './payment-refund.entity.js';
import { reservedEntry } from './refund-entries.js';
import { refundableMinor } from './refund-refusal.js';
import { REFUND_TRANSITIONS } from './refund-transitions.js';
import { RestoredDatabase } from '../../../platform/restored/restored-database.js';
import { recordChange } from '../../../platform/audit/audited.js';

const NEW_REFUNDS = insertionOf(PaymentRefund, [
  'providerRef',
  'rawCode',
  'conflict',
  'conflictMinor',
  'conflictCurrency',
  'pollCount',
  'sentAt',
  'completedAt',
]);
const INSERT_REFUND = { name: 'payment_refund_insert', text: NEW_REFUNDS.insert() };

type NewRefund = NewRowOf<typeof NEW_REFUNDS>;

interface RefundOptions {
  /** Makes the response that is stored in the same database transaction. */
  also?: BuildStoredResponse<string>;
  /** How many refunds the payment had when this refund was decided on. If it has another one now, no refund is made. */
  knownRefunds?: number;
}

/** Reserves the partner's money for a refund. A worker then sends the refund to the acquirer. */
@Injectable()
export class CreateRefundService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly connectors: AcquirerConnectors,
    private readonly wallets: WalletQuery,
    private readonly restored: RestoredDatabase,
  ) {}

  /**
   * @param amountMinor in minor units of the payment's currency; null: all that is left.
   * @returns id of the refund.
   * @throws DomainError TRANSACTION_NOT_FOUND, TRANSACTION_NOT_PAID, REFUND_NOT_SUPPORTED, REFUND_AMOUNT_TOO_HIGH,
   * WALLET_BALANCE_TOO_LOW; IDEMPOTENCY_CONFLICT when another request took the key over; TOO_MANY_REQUESTS; SERVICE_UNAVAILABLE after a restore.
   * @throws OtherRefundMade
   */
  async run(
    caller: Caller,
    service: ServiceRef,
    transactionId: string,
    amountMinor: number | null,
    options: RefundOptions = {},
  ): Promise<string> {
    let refund: NewRefund | undefined;
    try {
      return await this.changes.transaction(async (unit) => {
        refund = await this.reserve(unit, service, transactionId, amountMinor, options);
        return refund.id;
      }, lockForRequest(transactionId));
    } catch (error) {
      if (!(error instanceof WalletBalanceTooLowError) || !refund) throw error;
      throw await this.walletTooLow(caller, refund);
    }
  }

  private async walletTooLow({ partnerId, serviceIds }: Caller, { walletMinor, test }: NewRefund): Promise<DomainError> {
    const { availableMinor } = await this.wallets.of(partnerId, { test });
    // The wallet is the partner's. A token that is limited to services must not learn what other services have earned.
    const available = serviceIds.length > 0 ? 'less is available' : `${formatAmount(availableMinor)} PLN are available`;
    const message = `The refund takes ${formatAmount(walletMinor)} PLN from the wallet, and ${available}. Commission is not given back.`;
    return new DomainError('WALLET_BALANCE_TOO_LOW', { message });
  }

  private async reserve(
    unit: UnitOfWork,
    service: ServiceRef,
    id: string,
    amountMinor: number | null,
    { also, knownRefunds }: RefundOptions,
  ): Promise<NewRefund> {
    await this.restored.refuseWhatMayBeDone(unit.tx);
    const where = { id, serviceId: service.id };
    const payment = isUuid(id) ? await unit.tx.findOne(PaymentTransaction, { where, lock: ROW_LOCK }) : null;
    if (!payment) throw new DomainError('TRANSACTION_NOT_FOUND');
    if (knownRefunds !== undefined && payment.refundCount !== knownRefunds) throw new OtherRefundMade();
    const paid = await liveAttempt(unit, id);
    const capabilities = (paid && this.connectors.find(paid.connector)?.capabilities[paid.channel]?.refunds) ?? null;
    const now = this.clock.now();
    const others = await deductionsOf(unit.tx, payment);
    const refundMinor = refundableMinor({ payment, amountMinor, goingBackMinor: others.minor, capabilities, now });
    if (!paid) throw new Error(`Payment ${id} is paid but has no paid attempt`);
    const refund = newRefund(payment, paid, { amountMinor: refundMinor, others, now });
    await runNamed(unit.tx, INSERT_REFUND, NEW_REFUNDS.values([refund]));
    if (also) await storeResponse(unit.tx, also(refund.id));
    const reserved = reservedEntry(refund, service.partnerId, now);
    if (reserved) unit.post(reserved);
    const after = { transaction_id: id, amount_minor: refund.amountMinor, currency: refund.currency };
    await recordChange(unit.tx, { action: 'refund.create', subject: 'refund', id: refund.id, after });
    return refund;
  }
}

function newRefund(
  payment: PaymentTransaction,
  paid: PaymentAttempt,
  { amountMinor, others, now }: { amountMinor: number; others: Deductions; now: Date },
): NewRefund {
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
    walletMinor: deductionValue(payment, others, amountMinor),
    traceParent: activeTraceParent(),
    nextPollAt: now,
    createdAt: now,
    updatedAt: now,
  };
}
