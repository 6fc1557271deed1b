import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { ChargeResult, RefusalReason } from '../../../connectors/operators/operator.port.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { type ChargeConflict, DirectBillingCharge } from './direct-billing-charge.entity.js';
import { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { lockForProviderUpdate } from '../../../runtime/database/pool-quotas/row-queues.js';
import { MAX_SENT_CODES, MAX_CODE_TRIES } from '../limits.js';
import { TRANSACTION } from '../transactions/transaction.subject.js';
import { PollSchedule } from './charge-poll-schedule.js';
import type { ChargeState } from './charge-transitions.js';
import { CHARGE } from './charge.subject.js';
import { type ChargeKey, lockCharge, type LockedCharge } from './lock-charge.js';

/** What an operator says of a charge; for the answer to a poll, with the time of the poll. */
type ChargeStatusReport = (ChargeResult & { polledAt?: Date }) | { outcome: 'not_found'; polledAt: Date };

/** What an outcome did: recorded with each report, and the reason of a state change. */
export type ChargeEffect = 'applied' | 'suspended' | 'in_doubt' | 'duplicate' | 'too_late' | 'no_news' | 'unknown_charge' | 'for_staff';

interface Locked extends LockedCharge {
  unit: UnitOfWork;
}

/**
 * Applies the operator's status report about a charge, whichever way it came: as the answer to the charge or to a poll, or as a report. Any
 * order, repetition and concurrency end in the same state, because the transaction's row is locked first and each step looks at the charge's
 * state.
 */
@Injectable()
export class ApplyChargeOutcomeService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly schedule: PollSchedule,
  ) {}

  /** @param also written in the same transaction, such as the record of the report; it is given the effect. */
  run(
    name: ChargeKey,
    report: ChargeStatusReport,
    also?: (tx: EntityManager, effect: ChargeEffect) => Promise<void>,
  ): Promise<ChargeEffect> {
    return this.changes.transaction(async (unit) => {
      const locked = await lockCharge(unit, name);
      const effect = locked ? await this.apply({ unit, ...locked }, report) : 'unknown_charge';
      await also?.(unit.tx, effect);
      return effect;
    }, lockForProviderUpdate(name.reference));
  }

  private async apply(locked: Locked, report: ChargeStatusReport): Promise<ChargeEffect> {
    switch (report.outcome) {
      case 'accepted':
        return this.accepted(locked);
      case 'booked':
        return this.booked(locked, report.polledAt);
      case 'refused':
        return this.refused(locked, report);
      case 'wrong_code':
        return this.wrongCode(locked, report.polledAt);
      case 'not_sent':
        return this.notSent(locked);
      case 'not_found':
        return this.notFound(locked, report.polledAt);
      case 'pending':
        // The call took so long that its charge was closed before it ended, so the operator may have got it only then.
        return locked.charge.state === 'not_found' ? this.doubt(locked) : 'no_news';
    }
  }

  /** Even a late acceptance counts: either the payment goes on, or what the operator books must be reversed. */
  private async accepted(locked: Locked): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    if (['accepted', 'booked', 'reversal_due', 'reversed'].includes(charge.state)) return 'duplicate';
    if (row.status !== 'transaction_db_new' || (await otherChargeLives(locked))) return this.doubt(locked);
    // Polled until the booking is known: a report may get lost.
    await this.move(locked, 'accepted', 'operator_accepted', 'soon');
    await unit.move(TRANSACTION, [row], { to: 'transaction_db_confirmed', reason: 'operator_accepted', set: chargedOf(charge) });
    return 'applied';
  }

  private async doubt(locked: Locked): Promise<ChargeEffect> {
    if (locked.charge.state === 'in_doubt') return 'duplicate';
    await this.move(locked, 'in_doubt', 'heard_of_too_late', 'soon');
    return 'in_doubt';
  }

  private async booked(locked: Locked, polledAt?: Date): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    if (isOnRecord(charge) && isSaidLast(charge, polledAt)) await this.settle(locked);
    if (['booked', 'reversal_due', 'reversed'].includes(charge.state)) return 'duplicate';
    const open = row.status === 'transaction_db_new' || row.status === 'transaction_db_confirmed';
    if (!open || (await otherChargeLives(locked))) {
      await this.move(locked, 'reversal_due', 'booked_too_late', 'at once');
      return 'suspended';
    }
    await this.move(locked, 'booked', 'operator_booked', 'never');
    const set = chargedOf(charge);
    if (row.status === 'transaction_db_new')
      await unit.move(TRANSACTION, [row], { to: 'transaction_db_confirmed', reason: 'operator_accepted', set });
    await unit.move(TRANSACTION, [row], { to: 'transaction_db_payed', reason: 'operator_booked', set });
    return 'applied';
  }

  private async refused(locked: Locked, { reason, polledAt }: { reason: RefusalReason; polledAt?: Date }): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    const before = charge.state;
    if (before === 'refused') return 'duplicate';
    if (isOnRecord(charge)) return this.contradict(locked, 'refused_after_booking', polledAt);
    if (before !== 'sent' && before !== 'accepted' && before !== 'in_doubt') return 'too_late';
    await this.move(locked, 'refused', 'operator_refused', 'never');
    // The transaction has gone on without a charge in doubt.
    if (before !== 'in_doubt') {
      const set = { rejection: reason, codeReference: null };
      await unit.move(TRANSACTION, [row], { to: 'transaction_db_rejected', reason: 'operator_refused', set });
    }
    return 'applied';
  }

  /** Nothing was charged, and the payer may try again. */
  private async wrongCode(locked: Locked, polledAt?: Date): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    const before = charge.state;
    if (before === 'wrong_code') return 'duplicate';
    if (isOnRecord(charge)) return this.contradict(locked, 'wrong_code_after_booking', polledAt);
    if (before !== 'sent' && before !== 'in_doubt') return 'too_late';
    await this.move(locked, 'wrong_code', 'wrong_code', 'never');
    if (before === 'sent' && row.codeCount >= MAX_SENT_CODES && row.tryCount >= MAX_CODE_TRIES) {
      const set = { rejection: 'too_many_codes' as const, codeReference: null };
      await unit.move(TRANSACTION, [row], { to: 'transaction_db_rejected', reason: 'too_many_codes', set });
    }
    return 'applied';
  }

  /** The operator was not reached and has not seen the code: the try is given back, and the payer may type it again at once. */
  private async notSent(locked: Locked): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    if (charge.state !== 'sent') return 'no_news';
    await this.move(locked, 'not_sent', 'operator_not_reached', 'never');
    await unit.tx.update(DirectBillingTransaction, { id: row.id }, { tryCount: Math.max(0, row.tryCount - 1) });
    return 'applied';
  }

  /** The operator may get the charge later, so it is polled until that is impossible; then the payer may try again. */
  private async notFound(locked: Locked, polledAt: Date): Promise<ChargeEffect> {
    const { unit, charge } = locked;
    if (charge.state === 'not_found') return 'duplicate';
    if (charge.state !== 'sent' && charge.state !== 'in_doubt') return 'too_late';
    const believed = this.schedule.notFoundIsBelieved(charge, charge.state);
    if (polledAt >= believed) {
      await this.move(locked, 'not_found', 'operator_does_not_know_it', 'never');
      return 'applied';
    }
    await unit.tx.query('UPDATE direct_billing_charge SET next_poll_at = least(next_poll_at, $2) WHERE reference = $1', [
      charge.reference,
      believed,
    ]);
    return 'no_news';
  }

  /** The money is on record, so nothing is moved. The operator is polled; if its books repeat the contradiction, staff have to look. */
  private async contradict({ unit, charge }: Locked, contradiction: ChargeConflict, polledAt?: Date): Promise<ChargeEffect> {
    const now = this.clock.now();
    const kept = { contradiction, contradictedAt: now };
    const poll = { nextPollAt: isSaidLast(charge, polledAt) ? null : now, pollCount: 0 };
    // One that is to be reversed is called anyway.
    const set = charge.state === 'booked' ? { ...kept, ...poll } : kept;
    await unit.tx.update(DirectBillingCharge, { reference: charge.reference }, set);
    return 'for_staff';
  }

  /** The books agree with the record, so the contradiction was old. */
  private async settle({ unit, charge }: Locked): Promise<void> {
    const nothing = { contradiction: null, contradictedAt: null };
    const set = charge.state === 'booked' ? { ...nothing, nextPollAt: null, pollCount: 0 } : nothing;
    await unit.tx.update(DirectBillingCharge, { reference: charge.reference }, set);
  }

  private move({ unit, charge }: Locked, to: ChargeState, reason: string, poll: 'soon' | 'at once' | 'never'): Promise<void> {
    const now = this.clock.now();
    const nextPollAt = { soon: this.schedule.first(now), 'at once': now, never: null }[poll];
    return unit.move(CHARGE, [charge], { to, reason, set: { nextPollAt, pollCount: 0 } });
  }
}

/** Booked and not reversed. */
function isOnRecord({ state }: DirectBillingCharge): boolean {
  return state === 'booked' || state === 'reversal_due';
}

/** Whether the poll began after all that is on record. An older answer may describe the state before, so it settles nothing. */
function isSaidLast({ updatedAt, contradictedAt }: DirectBillingCharge, polledAt?: Date): boolean {
  return polledAt !== undefined && polledAt > updatedAt && (contradictedAt === null || polledAt > contradictedAt);
}

/** What was charged; the payer may have chosen another operator, number and price since. */
function chargedOf(charge: DirectBillingCharge): Partial<DirectBillingTransaction> {
  const { operator, phoneNumber, grossMinor, netMinor, partnerMinor, test } = charge;
  return { operator, phoneNumber, grossMinor, netMinor, partnerMinor, test };
}

/** Whether the payer has tried again since: that charge may be booked as well, and only one may count. */
function otherChargeLives({ unit, charge: { transactionId, reference } }: Locked): Promise<boolean> {
  return unit.tx.existsBy(DirectBillingCharge, { transactionId, reference: Not(reference), state: In(['sent', 'accepted', 'booked']) });
}
