import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { timesRatioHalfUp } from '../../../common/money/ratio.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { Money } from '../../../connectors/channels/port/money.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { Ledger } from '../../../platform/ledger/ledger.service.js';
import { WalletQuery } from '../../../platform/ledger/wallet.query.js';
import type { AttemptEffect } from '../at-channel/attempt-effect.js';
import { type AttemptName, lockAttempt, type LockedAttempt } from '../attempts/lock-attempt.js';
import type { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentSubjects } from '../attempts/payment-subjects.js';
import { newsOf } from '../at-channel/news-of.js';
import { chargebackEntry } from './chargeback-entry.js';

/** What an acquirer says it has taken back. */
export interface Chargeback {
  /** The account at the acquirer, and its name of the event there: the same is booked once. */
  connector: string;
  eventId: string;
  money: Money;
}

/**
 * Books money that an acquirer has taken back because the payer disputed the payment: out of what the partner has available, and what that
 * does not hold the partner owes. The payment stays paid, as what was sold is not the acquirer's business. What cannot be booked (another
 * currency, more than is left of what was paid, a payment whose money is not the partner's) is for staff.
 */
@Injectable()
export class BookChargebackService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly subjects: PaymentSubjects,
    private readonly ledger: Ledger,
    private readonly wallets: WalletQuery,
  ) {}

  /** @param also written in the same transaction. */
  run(
    name: AttemptName,
    chargeback: Chargeback,
    also: (tx: EntityManager, effect: AttemptEffect, reference: string | null) => Promise<void>,
  ): Promise<AttemptEffect> {
    return this.changes.transaction(async (unit) => {
      const locked = await lockAttempt(unit, this.subjects, name);
      const effect = locked ? await this.book(locked, chargeback) : 'for_staff';
      await also(unit.tx, effect, locked?.attempt.reference ?? null);
      return effect;
    }, newsOf(name));
  }

  private async book({ unit, row, attempt }: LockedAttempt, { connector, eventId, money }: Chargeback): Promise<AttemptEffect> {
    const { tx } = unit;
    const before = await earlierOf(tx, attempt.reference);
    if (before.some((known) => known.connector === connector && known.event_id === eventId)) return 'duplicate';
    const taken = before.reduce((sum, { amount_minor: minor }) => sum + Number(minor), 0);
    const isBookable = attempt.state === 'paid' && money.currency === attempt.currency && money.amountMinor > 0;
    // What the payer has been given back, or is being given, is not the partner's to lose once more.
    if (!isBookable || taken + row.refundMinor + money.amountMinor > attempt.amountMinor) return 'for_staff';
    // Parts of a payment come to exactly the whole of it.
    const plnOf = (minor: number): number => timesRatioHalfUp(attempt.plnMinor, minor, attempt.amountMinor);
    await this.enter(tx, attempt, { connector, eventId, money }, plnOf(taken + money.amountMinor) - plnOf(taken), (entry) =>
      unit.post(entry),
    );
    return 'applied';
  }

  private async enter(
    tx: EntityManager,
    attempt: PaymentAttempt,
    { connector, eventId, money }: Chargeback,
    plnMinor: number,
    post: (entry: ReturnType<typeof chargebackEntry>) => void,
  ): Promise<void> {
    const { reference, transactionId, serviceId, channel, test } = attempt;
    const [service] = await tx.query<{ partner_id: string }[]>('SELECT partner_id FROM service WHERE id = $1', [serviceId]);
    const partnerId = service?.partner_id ?? '';
    await this.ledger.open(tx, partnerId, test, 'PLN', ['partner:available', 'partner:receivable']);
    const availableMinor = Math.min(plnMinor, await this.wallets.lockAvailable(tx, partnerId, test));
    const [id, at] = [uuidv7(), this.clock.now()];
    await tx.query(
      `INSERT INTO payment_chargeback (id, connector, event_id, attempt_reference, transaction_id, partner_id, channel, test, amount_minor, currency,
         pln_minor, available_minor, receivable_minor, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        ...[id, connector, eventId, reference, transactionId, partnerId, channel, test, money.amountMinor, money.currency],
        ...[plnMinor, availableMinor, plnMinor - availableMinor, at],
      ],
    );
    if (plnMinor > 0) post(chargebackEntry({ id, transactionId, partnerId, channel, test, plnMinor, availableMinor, at }));
  }
}

interface EarlierChargeback {
  connector: string;
  event_id: string;
  amount_minor: string;
}

/** The caller holds the payment's lock. */
function earlierOf(tx: EntityManager, reference: string): Promise<EarlierChargeback[]> {
  return tx.query('SELECT connector, event_id, amount_minor FROM payment_chargeback WHERE attempt_reference = $1', [reference]);
}
