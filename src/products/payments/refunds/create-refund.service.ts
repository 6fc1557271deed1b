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
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { insertionOf, type NewRowOf } from '../../../runtime/database/rows/row-insertion.js';
import { activeTraceParent } from '../../../runtime/tracing/trace-parent.js';
import { ROW_LOCK } from '../../../runtime/database/row-lock.js';
import { findLiveAttempt } from '../attempts/lock-attempt.js';
import type { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { type Deductions, deductionsOf, deductionValue } from '../payments/deductions.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { RefundCountChangedError } from './refund-count-changed.js';
import { PaymentRefund } from './payment-refund.entity.js';
import { reservedEntry } from './ledger-entries.js';
import { refundableMinor } from './refundable-amount.js';
import { REFUND_TRANSITIONS } from './states.js';
import { RestoredDatabase } from '../../../platform/restored/restored-database.js';
import { recordChange } from '../../../platform/audit/audited.js';

/** The listed columns keep their defaults in a new refund. */
const NEW_REFUNDS = insertionOf(PaymentRefund, [
  'providerRef',
  'rawCode',
  'conflict',
  'conflictAt',
  'conflictMinor',
  'conflictCurrency',
  'pollCount',
  'sentAt',
  'completedAt',
]);
const INSERT_REFUND = { name: 'payment_refund_insert', text: NEW_REFUNDS.insert() };

type NewRefund = NewRowOf<typeof NEW_REFUNDS>;

interface RefundOptions {
  /** Builds the response that is stored in the same database transaction. */
  buildResponse?: BuildStoredResponse<string>;
  /** Number of the payment's refunds when staff decided on this refund. If the number differs now, no refund is created. */
  knownRefunds?: number;
}

/** Creates a refund and reserves its value in the partner's wallet. A worker then sends the refund to the acquirer. */
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
   * @param amountMinor in minor units of the payment's currency; null: all that is left of the payment.
   * @returns id of the refund.
   * @throws DomainError TRANSACTION_NOT_FOUND, TRANSACTION_NOT_PAID, REFUND_NOT_SUPPORTED, REFUND_AMOUNT_TOO_HIGH,
   * WALLET_BALANCE_TOO_LOW; IDEMPOTENCY_CONFLICT when another request took the key over; TOO_MANY_REQUESTS; SERVICE_UNAVAILABLE after a restore.
   * @throws RefundCountChangedError when the payment does not have `knownRefunds` refunds any more.
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
      throw await this.walletTooLowError(caller, refund);
    }
  }

  private async walletTooLowError({ partnerId, serviceIds }: Caller, { walletMinor, test }: NewRefund): Promise<DomainError> {
    const { availableMinor } = await this.wallets.readBalance(partnerId, { test });
    // The wallet has the money of all services of the partner. A token that is limited to services must not learn what other services have
    // earned.
    const available = serviceIds.length > 0 ? 'less is available' : `${formatAmount(availableMinor)} PLN are available`;
    const message = `The refund takes ${formatAmount(walletMinor)} PLN from the wallet, and ${available}. Commission is not given back.`;
    return new DomainError('WALLET_BALANCE_TOO_LOW', { message });
  }

  private async reserve(
    unit: UnitOfWork,
    service: ServiceRef,
    id: string,
    amountMinor: number | null,
    { buildResponse, knownRefunds }: RefundOptions,
  ): Promise<NewRefund> {
    await this.restored.rejectWhileRestored(unit.tx);
    const where = { id, serviceId: service.id };
    const payment = isUuid(id) ? await unit.tx.findOne(PaymentTransaction, { where, lock: ROW_LOCK }) : null;
    if (!payment) throw new DomainError('TRANSACTION_NOT_FOUND');
    if (knownRefunds !== undefined && payment.refundCount !== knownRefunds) throw new RefundCountChangedError();
    const paidAttempt = await findLiveAttempt(unit, id);
    const capabilities = (paidAttempt && this.connectors.find(paidAttempt.connector)?.capabilities[paidAttempt.channel]?.refunds) ?? null;
    const now = this.clock.now();
    const deductions = await deductionsOf(unit.tx, payment);
    const refundMinor = refundableMinor({ payment, amountMinor, deductedMinor: deductions.minor, capabilities, now });
    if (!paidAttempt) throw new Error(`Payment ${id} is paid but has no paid attempt`);
    const refund = newRefund(payment, paidAttempt, { amountMinor: refundMinor, deductions, now });
    await runNamed(unit.tx, INSERT_REFUND, NEW_REFUNDS.values([refund]));
    if (buildResponse) await storeResponse(unit.tx, buildResponse(refund.id));
    const entry = reservedEntry(refund, service.partnerId, now);
    if (entry) unit.post(entry);
    const after = { transaction_id: id, amount_minor: refund.amountMinor, currency: refund.currency };
    await recordChange(unit.tx, { action: 'refund.create', subject: 'refund', id: refund.id, after });
    return refund;
  }
}

function newRefund(
  payment: PaymentTransaction,
  paidAttempt: PaymentAttempt,
  { amountMinor, deductions, now }: { amountMinor: number; deductions: Deductions; now: Date },
): NewRefund {
  const { serviceId, transactionId, reference: attemptReference, channel, connector, test, currency } = paidAttempt;
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
    walletMinor: deductionValue(payment, deductions, amountMinor),
    traceParent: activeTraceParent(),
    nextPollAt: now,
    createdAt: now,
    updatedAt: now,
  };
}
