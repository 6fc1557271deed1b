import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { ChargeResult, RefusalReason } from '../../../connectors/operators/operator.port.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { type ChargeConflict, DirectBillingCharge } from './direct-billing-charge.entity.js';
import { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { lockForProviderUpdate } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { MAX_SENT_CODES, MAX_CODE_TRIES } from '../limits.js';
import { TRANSACTION } from '../transactions/transaction-subject.js';
import { ChargePollSchedule } from './charge-poll-schedule.js';
import type { ChargeState } from './charge-transitions.js';
import { CHARGE } from './charge-subject.js';
import { type ChargeKey, lockCharge, type LockedCharge } from './lock-charge.js';

/** A status update of a charge. Only the response to a poll has `polledAt`, the time of the poll. */
type ChargeUpdate = (ChargeResult & { polledAt?: Date }) | { outcome: 'not_found'; polledAt: Date };

/**
 * The effect of an outcome, which is recorded with each callback.
 * - `applied`: the charge has a new state.
 * - `suspended`: the operator booked too late, so the money is in suspense until the operator has reversed the charge.
 * - `in_doubt`: the operator may book the charge, although the transaction does not wait for it. The operator is polled.
 * - `duplicate`: the outcome was applied before.
 * - `too_late`: the outcome is ignored, because the charge already has another one.
 * - `no_news`: nothing changes.
 * - `unknown_charge`: the gateway has no such charge.
 * - `for_staff`: the outcome conflicts with the booking, or the callback is unusable.
 */
export type ChargeEffect = 'applied' | 'suspended' | 'in_doubt' | 'duplicate' | 'too_late' | 'no_news' | 'unknown_charge' | 'for_staff';

interface Locked extends LockedCharge {
  unit: UnitOfWork;
}

/**
 * Applies a status update of a charge: the response to the charge, the response to a poll, or a callback. Status updates may come in any order,
 * repeatedly and concurrently, and lead to the same state. For this, the transaction's row is locked first, and each step depends on the
 * charge's state.
 */
@Injectable()
export class ApplyChargeOutcomeService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly schedule: ChargePollSchedule,
  ) {}

  /** @param afterApply runs in the same database transaction with the effect, for example to record the callback. */
  run(
    key: ChargeKey,
    update: ChargeUpdate,
    afterApply?: (tx: EntityManager, effect: ChargeEffect) => Promise<void>,
  ): Promise<ChargeEffect> {
    return this.changes.transaction(async (unit) => {
      const locked = await lockCharge(unit, key);
      const effect = locked ? await this.apply({ unit, ...locked }, update) : 'unknown_charge';
      await afterApply?.(unit.tx, effect);
      return effect;
    }, lockForProviderUpdate(key.reference));
  }

  private async apply(locked: Locked, update: ChargeUpdate): Promise<ChargeEffect> {
    switch (update.outcome) {
      case 'accepted':
        return this.accepted(locked);
      case 'booked':
        return this.booked(locked, update.polledAt);
      case 'refused':
        return this.refused(locked, update);
      case 'wrong_code':
        return this.wrongCode(locked, update.polledAt);
      case 'not_sent':
        return this.notSent(locked);
      case 'not_found':
        return this.notFound(locked, update.polledAt);
      case 'pending':
        // The call took so long that polls closed the charge before the call ended. The operator may have received the charge after the
        // polls.
        return locked.charge.state === 'not_found' ? this.markInDoubt(locked) : 'no_news';
    }
  }

  /** Even a late acceptance counts: the payment continues, or the operator is polled because a booking would have to be reversed. */
  private async accepted(locked: Locked): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    if (['accepted', 'booked', 'reversal_due', 'reversed'].includes(charge.state)) return 'duplicate';
    if (row.status !== 'transaction_db_new' || (await hasOtherLiveCharge(locked))) return this.markInDoubt(locked);
    // The operator is polled until the booking is known, because a callback may get lost.
    await this.move(locked, 'accepted', 'operator_accepted', 'soon');
    await unit.move(TRANSACTION, [row], { to: 'transaction_db_confirmed', reason: 'operator_accepted', set: valuesOfCharge(charge) });
    return 'applied';
  }

  private async markInDoubt(locked: Locked): Promise<ChargeEffect> {
    if (locked.charge.state === 'in_doubt') return 'duplicate';
    await this.move(locked, 'in_doubt', 'heard_of_too_late', 'soon');
    return 'in_doubt';
  }

  private async booked(locked: Locked, polledAt?: Date): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    if (isBooked(charge) && isNewerThanRecord(charge, polledAt)) await this.clearConflict(locked);
    if (['booked', 'reversal_due', 'reversed'].includes(charge.state)) return 'duplicate';
    const isOpen = row.status === 'transaction_db_new' || row.status === 'transaction_db_confirmed';
    if (!isOpen || (await hasOtherLiveCharge(locked))) {
      await this.move(locked, 'reversal_due', 'booked_too_late', 'immediately');
      return 'suspended';
    }
    await this.move(locked, 'booked', 'operator_booked', 'never');
    const set = valuesOfCharge(charge);
    if (row.status === 'transaction_db_new')
      await unit.move(TRANSACTION, [row], { to: 'transaction_db_confirmed', reason: 'operator_accepted', set });
    await unit.move(TRANSACTION, [row], { to: 'transaction_db_payed', reason: 'operator_booked', set });
    return 'applied';
  }

  private async refused(locked: Locked, { reason, polledAt }: { reason: RefusalReason; polledAt?: Date }): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    const previousState = charge.state;
    if (previousState === 'refused') return 'duplicate';
    if (isBooked(charge)) return this.storeConflict(locked, 'refused_after_booking', polledAt);
    if (previousState !== 'sent' && previousState !== 'accepted' && previousState !== 'in_doubt') return 'too_late';
    await this.move(locked, 'refused', 'operator_refused', 'never');
    // A charge in doubt does not decide about the transaction, which has continued without the charge.
    if (previousState !== 'in_doubt') {
      const set = { rejection: reason, codeReference: null };
      await unit.move(TRANSACTION, [row], { to: 'transaction_db_rejected', reason: 'operator_refused', set });
    }
    return 'applied';
  }

  /** No money was taken, and the payer may try again, unless the last try of the last code was wrong. */
  private async wrongCode(locked: Locked, polledAt?: Date): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    const previousState = charge.state;
    if (previousState === 'wrong_code') return 'duplicate';
    if (isBooked(charge)) return this.storeConflict(locked, 'wrong_code_after_booking', polledAt);
    if (previousState !== 'sent' && previousState !== 'in_doubt') return 'too_late';
    await this.move(locked, 'wrong_code', 'wrong_code', 'never');
    if (previousState === 'sent' && row.codeCount >= MAX_SENT_CODES && row.tryCount >= MAX_CODE_TRIES) {
      const set = { rejection: 'too_many_codes' as const, codeReference: null };
      await unit.move(TRANSACTION, [row], { to: 'transaction_db_rejected', reason: 'too_many_codes', set });
    }
    return 'applied';
  }

  /** The operator was not reached and has not seen the code. The try does not count, and the payer may enter the code again immediately. */
  private async notSent(locked: Locked): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    if (charge.state !== 'sent') return 'no_news';
    await this.move(locked, 'not_sent', 'operator_not_reached', 'never');
    await unit.tx.update(DirectBillingTransaction, { id: row.id }, { tryCount: Math.max(0, row.tryCount - 1) });
    return 'applied';
  }

  /** The operator may still receive the charge, so the operator is polled until `not_found` is definite. Then the payer may try again. */
  private async notFound(locked: Locked, polledAt: Date): Promise<ChargeEffect> {
    const { unit, charge } = locked;
    if (charge.state === 'not_found') return 'duplicate';
    if (charge.state !== 'sent' && charge.state !== 'in_doubt') return 'too_late';
    const definiteFrom = this.schedule.notFoundDefiniteFrom(charge, charge.state);
    if (polledAt >= definiteFrom) {
      await this.move(locked, 'not_found', 'operator_does_not_know_it', 'never');
      return 'applied';
    }
    await unit.tx.query('UPDATE direct_billing_charge SET next_poll_at = least(next_poll_at, $2) WHERE reference = $1', [
      charge.reference,
      definiteFrom,
    ]);
    return 'no_news';
  }

  /** Stores a conflict of a booked charge and moves no money. The operator is polled immediately. If the conflict remains, staff decide. */
  private async storeConflict({ unit, charge }: Locked, conflict: ChargeConflict, polledAt?: Date): Promise<ChargeEffect> {
    const now = this.clock.now();
    const conflictColumns = { conflict, conflictAt: now };
    const pollColumns = { nextPollAt: isNewerThanRecord(charge, polledAt) ? null : now, pollCount: 0 };
    // The operator of a charge in `reversal_due` is called anyway, to reverse the charge.
    const set = charge.state === 'booked' ? { ...conflictColumns, ...pollColumns } : conflictColumns;
    await unit.tx.update(DirectBillingCharge, { reference: charge.reference }, set);
    return 'for_staff';
  }

  /** Called when a later poll confirms the booking, so that the conflicting status update was out of date. */
  private async clearConflict({ unit, charge }: Locked): Promise<void> {
    const noConflict = { conflict: null, conflictAt: null };
    const set = charge.state === 'booked' ? { ...noConflict, nextPollAt: null, pollCount: 0 } : noConflict;
    await unit.tx.update(DirectBillingCharge, { reference: charge.reference }, set);
  }

  private move({ unit, charge }: Locked, to: ChargeState, reason: string, poll: 'soon' | 'immediately' | 'never'): Promise<void> {
    const now = this.clock.now();
    const nextPollAt = { soon: this.schedule.firstPollAt(now), immediately: now, never: null }[poll];
    return unit.move(CHARGE, [charge], { to, reason, set: { nextPollAt, pollCount: 0 } });
  }
}

/** Whether the charge is booked and not reversed. */
function isBooked({ state }: DirectBillingCharge): boolean {
  return state === 'booked' || state === 'reversal_due';
}

/** Whether the poll began after the last stored change and conflict. An older response may describe an earlier state, so it resolves no conflict. */
function isNewerThanRecord({ updatedAt, conflictAt }: DirectBillingCharge, polledAt?: Date): boolean {
  return polledAt !== undefined && polledAt > updatedAt && (conflictAt === null || polledAt > conflictAt);
}

/** The values of the charge for its transaction. The payer may have chosen another operator and number since the charge was sent. */
function valuesOfCharge(charge: DirectBillingCharge): Partial<DirectBillingTransaction> {
  const { operator, phoneNumber, grossMinor, netMinor, partnerMinor, test } = charge;
  return { operator, phoneNumber, grossMinor, netMinor, partnerMinor, test };
}

/** Whether the transaction has another live charge. That charge may be booked as well, and only one charge may pay the transaction. */
function hasOtherLiveCharge({ unit, charge: { transactionId, reference } }: Locked): Promise<boolean> {
  return unit.tx.existsBy(DirectBillingCharge, { transactionId, reference: Not(reference), state: In(['sent', 'accepted', 'booked']) });
}
