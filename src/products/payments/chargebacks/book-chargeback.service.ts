import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isSameMoney, type Money } from '../../../connectors/acquirers/port/money.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { Ledger } from '../../../platform/ledger/ledger.service.js';
import { WalletQuery } from '../../../platform/ledger/wallet.query.js';
import type { AttemptEffect } from '../acquirers/attempt-effect.js';
import type { AttemptKey } from '../attempts/acquirer-attempts.js';
import { lockAttempt, type LockedAttempt } from '../attempts/lock-attempt.js';
import type { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { OutcomeTransactions } from '../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../acquirers/callback-log.js';
import { deductionsOf, deductionValue } from '../payments/deductions.js';
import { chargebackEntry } from './ledger-entries.js';

/** Name of chargebacks in the counter `gateway_state_changes_total`. */
export const CHARGEBACKS = 'payment_chargeback';

export interface Chargeback {
  /** The account at the acquirer. Account and event id identify a chargeback, which is booked once. */
  connector: string;
  eventId: string;
  money: Money;
}

/**
 * Books money that the payer's bank has taken back through the acquirer, because the payer disputed the payment. The money is taken from
 * the partner's available balance. The partner owes the rest as a receivable. The payment stays paid. A chargeback that cannot be booked is
 * left to staff:
 * - its currency is not the payment's, or its amount is 0 or higher than the rest of the payment
 * - the attempt is not paid
 * - its event was booked with another amount or for another attempt
 */
@Injectable()
export class BookChargebackService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly ledger: Ledger,
    private readonly wallets: WalletQuery,
  ) {}

  async run(key: AttemptKey, chargeback: Chargeback, callback: ReceivedCallback): Promise<void> {
    const { reference } = key;
    await this.transactions.run(reference, callback, async (unit) => {
      const effect = await this.book(await lockAttempt(unit, key), chargeback);
      const { connector } = chargeback;
      if (effect !== 'duplicate')
        unit.states.push({ subject: CHARGEBACKS, state: effect === 'applied' ? 'booked' : 'for_staff', connector });
      return { effect, attemptReference: reference };
    });
  }

  private async book({ unit, row, attempt }: LockedAttempt, chargeback: Chargeback): Promise<AttemptEffect> {
    const { money } = chargeback;
    const bookedEvent = await findBooked(unit.tx, chargeback);
    if (bookedEvent) return isSameEvent(bookedEvent, attempt, money) ? 'duplicate' : 'for_staff';
    const deductions = await deductionsOf(unit.tx, row);
    const isBookable = attempt.state === 'paid' && money.currency === attempt.currency && money.amountMinor > 0;
    // Refunds, earlier chargebacks and this one together cannot exceed the payment.
    if (!isBookable || deductions.minor + money.amountMinor > row.amountMinor) return 'for_staff';
    const isBooked = await this.enter(unit, attempt, chargeback, deductionValue(row, deductions, money.amountMinor));
    return isBooked ? 'applied' : 'for_staff';
  }

  /** @returns false when the event was booked concurrently for another payment. */
  private async enter(
    unit: UnitOfWork,
    attempt: PaymentAttempt,
    { connector, eventId, money }: Chargeback,
    plnMinor: number,
  ): Promise<boolean> {
    const { tx } = unit;
    const { reference, transactionId, serviceId, channel, test } = attempt;
    const [service] = await tx.query<{ partner_id: string }[]>('SELECT partner_id FROM service WHERE id = $1', [serviceId]);
    const partnerId = service?.partner_id ?? ''; // never empty: the database does not allow an attempt without a service
    await this.ledger.open(tx, partnerId, test, 'PLN', ['partner:available', 'partner:receivable']);
    const wallet = await this.wallets.lock(tx, partnerId, { test });
    const availableMinor = Math.min(plnMinor, wallet.availableMinor);
    const [id, at] = [uuidv7(), this.clock.now()];
    const inserted = await tx.query<unknown[]>(
      `INSERT INTO payment_chargeback (id, connector, event_id, attempt_reference, transaction_id, partner_id, channel, test, amount_minor, currency,
         pln_minor, available_minor, receivable_minor, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (connector, event_id) DO NOTHING RETURNING id`,
      [
        ...[id, connector, eventId, reference, transactionId, partnerId, channel, test, money.amountMinor, money.currency],
        ...[plnMinor, availableMinor, plnMinor - availableMinor, at],
      ],
    );
    if (inserted.length === 0) return false;
    const entry = chargebackEntry({ id, transactionId, partnerId, channel, test, plnMinor, availableMinor, at });
    if (entry) unit.post(entry);
    return true;
  }
}

interface BookedEvent {
  attempt_reference: string;
  amount_minor: string;
  currency: string;
}

/** The chargeback that was booked for the event, of any payment. */
async function findBooked(tx: EntityManager, { connector, eventId }: Chargeback): Promise<BookedEvent | undefined> {
  const [event] = await tx.query<BookedEvent[]>(
    'SELECT attempt_reference, amount_minor, currency FROM payment_chargeback WHERE connector = $1 AND event_id = $2',
    [connector, eventId],
  );
  return event;
}

function isSameEvent(event: BookedEvent, { reference }: PaymentAttempt, money: Money): boolean {
  return event.attempt_reference === reference && isSameMoney({ amountMinor: Number(event.amount_minor), currency: event.currency }, money);
}
