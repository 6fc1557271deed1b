import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { ChargeResult, RefusalReason } from '../../../connectors/operators/operator.port.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { isLatestPoll, pollingAfterConflict } from '../../../platform/remote-operations/conflict.js';
import { applyOutcome, type OutcomeSteps, outcomeTable } from '../../../platform/remote-operations/outcome-table.js';
import { PollSchedule } from '../../../platform/remote-operations/poll-schedule.js';
import { NO_POLLS } from '../../../platform/remote-operations/remote-operation.js';
import { type ChargeConflict, DirectBillingCharge } from './direct-billing-charge.entity.js';
import { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { lockForProviderUpdate } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { MAX_SENT_CODES, MAX_CODE_TRIES } from '../limits.js';
import { TRANSACTION } from '../transactions/transaction-subject.js';
import { CHARGES } from './operator-charges.js';
import type { ChargeState } from './states.js';
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

/** The effect or the step of each outcome, by the state of the charge. */
// prettier-ignore
export const CHARGE_OUTCOMES = outcomeTable(
                ['accepted',  'booked',    'refused',        'wrong_code',     'not_sent', 'not_found',         'pending'], {
  sent:         ['accept',    'book',      'refuse',         'reject_code',    'undo',     'close_if_believed', 'no_news'],
  accepted:     ['duplicate', 'book',      'refuse',         'too_late',       'no_news',  'too_late',          'no_news'],
  wrong_code:   ['accept',    'book',      'too_late',       'duplicate',      'no_news',  'too_late',          'no_news'],
  not_sent:     ['accept',    'book',      'too_late',       'too_late',       'no_news',  'too_late',          'no_news'],
  not_found:    ['accept',    'book',      'too_late',       'too_late',       'no_news',  'duplicate',         'mark_in_doubt'],
  refused:      ['accept',    'book',      'duplicate',      'too_late',       'no_news',  'too_late',          'no_news'],
  in_doubt:     ['accept',    'book',      'refuse',         'reject_code',    'no_news',  'close_if_believed', 'no_news'],
  booked:       ['duplicate', 'confirm',   'store_conflict', 'store_conflict', 'no_news',  'too_late',          'no_news'],
  reversal_due: ['duplicate', 'confirm',   'store_conflict', 'store_conflict', 'no_news',  'too_late',          'no_news'],
  reversed:     ['duplicate', 'duplicate', 'too_late',       'too_late',       'no_news',  'too_late',          'no_news'],
});

interface Locked extends LockedCharge {
  unit: UnitOfWork;
}

/**
 * Applies a status update of a charge: the response to the charge, the response to a poll, or a callback. Status updates may come in any order,
 * repeatedly and concurrently, and lead to the same state. For this, the transaction's row is locked first, and the step is
 * chosen by the charge's state (`CHARGE_OUTCOMES`).
 */
@Injectable()
export class ApplyChargeOutcomeService {
  private readonly steps: OutcomeSteps<typeof CHARGE_OUTCOMES, Locked, ChargeUpdate, ChargeEffect> = {
    accept: (locked) => this.accept(locked),
    book: (locked) => this.book(locked),
    refuse: (locked, { reason }) => this.refuse(locked, reason),
    reject_code: (locked) => this.rejectCode(locked),
    undo: (locked) => this.undo(locked),
    close_if_believed: (locked, { polledAt }) => this.closeIfBelieved(locked, polledAt),
    mark_in_doubt: (locked) => this.markInDoubt(locked),
    confirm: (locked, { polledAt }) => this.confirm(locked, polledAt),
    store_conflict: (locked, { outcome, polledAt }) => this.storeConflict(locked, `${outcome}_after_booking`, polledAt),
  };

  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly schedule: PollSchedule,
  ) {}

  /** @param afterApply runs in the same database transaction with the effect, for example to record the callback. */
  run(
    key: ChargeKey,
    update: ChargeUpdate,
    afterApply?: (tx: EntityManager, effect: ChargeEffect) => Promise<void>,
  ): Promise<ChargeEffect> {
    return this.changes.transaction(async (unit) => {
      const locked = await lockCharge(unit, key);
      const effect = locked
        ? await applyOutcome(CHARGE_OUTCOMES, this.steps, locked.charge.state, { unit, ...locked }, update)
        : 'unknown_charge';
      await afterApply?.(unit.tx, effect);
      return effect;
    }, lockForProviderUpdate(key.reference));
  }

  /** Even a late acceptance counts: the payment continues, or the operator is polled because a booking would have to be reversed. */
  private async accept(locked: Locked): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    if (row.status !== 'transaction_db_new' || (await hasOtherLiveCharge(locked))) return this.markInDoubt(locked);
    // The operator is polled until the booking is known, because a callback may get lost.
    await this.move(locked, 'accepted', 'operator_accepted', 'soon');
    await unit.move(TRANSACTION, [row], { to: 'transaction_db_confirmed', reason: 'operator_accepted', set: valuesOfCharge(charge) });
    return 'applied';
  }

  /**
   * The operator may book the charge later. When `pending` is the outcome, the call took so long that polls closed the charge before the call
   * ended. The operator may have received the charge after the polls.
   */
  private async markInDoubt(locked: Locked): Promise<ChargeEffect> {
    if (locked.charge.state === 'in_doubt') return 'duplicate';
    await this.move(locked, 'in_doubt', 'heard_of_too_late', 'soon');
    return 'in_doubt';
  }

  private async book(locked: Locked): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
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

  private async refuse(locked: Locked, reason: RefusalReason): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    // A charge in doubt does not decide about the transaction, which has continued without the charge.
    const decidesTransaction = charge.state !== 'in_doubt';
    await this.move(locked, 'refused', 'operator_refused', 'never');
    if (decidesTransaction) {
      const set = { rejection: reason, codeReference: null };
      await unit.move(TRANSACTION, [row], { to: 'transaction_db_rejected', reason: 'operator_refused', set });
    }
    return 'applied';
  }

  /** No money was taken, and the payer may try again, unless the last try of the last code was wrong. */
  private async rejectCode(locked: Locked): Promise<ChargeEffect> {
    const { unit, row, charge } = locked;
    const decidesTransaction = charge.state !== 'in_doubt';
    await this.move(locked, 'wrong_code', 'wrong_code', 'never');
    if (decidesTransaction && row.codeCount >= MAX_SENT_CODES && row.tryCount >= MAX_CODE_TRIES) {
      const set = { rejection: 'too_many_codes' as const, codeReference: null };
      await unit.move(TRANSACTION, [row], { to: 'transaction_db_rejected', reason: 'too_many_codes', set });
    }
    return 'applied';
  }

  /** The operator was not reached and has not seen the code. The try does not count, and the payer may enter the code again immediately. */
  private async undo(locked: Locked): Promise<ChargeEffect> {
    const { unit, row } = locked;
    await this.move(locked, 'not_sent', 'operator_not_reached', 'never');
    await unit.tx.update(DirectBillingTransaction, { id: row.id }, { tryCount: Math.max(0, row.tryCount - 1) });
    return 'applied';
  }

  /** The operator may still receive the charge, so the operator is polled until "not found" is believed. Then the payer may try again. */
  private async closeIfBelieved(locked: Locked, polledAt: Date): Promise<ChargeEffect> {
    const { unit, charge } = locked;
    const believedFrom = this.notFoundBelievedFrom(charge);
    if (polledAt >= believedFrom) {
      await this.move(locked, 'not_found', 'operator_does_not_know_it', 'never');
      return 'applied';
    }
    await unit.tx.query('UPDATE direct_billing_charge SET next_poll_at = least(next_poll_at, $2) WHERE reference = $1', [
      charge.reference,
      believedFrom,
    ]);
    return 'no_news';
  }

  /** The operator had a charge in doubt when the charge was last changed. */
  private notFoundBelievedFrom({ state, sentAt, updatedAt }: DirectBillingCharge): Date {
    return this.schedule.notFoundBelievedFrom({ sentAt, knownAt: state === 'in_doubt' ? updatedAt : null });
  }

  /** Stores a conflict of a booked charge and moves no money. */
  private async storeConflict({ unit, charge }: Locked, conflict: ChargeConflict, polledAt?: Date): Promise<ChargeEffect> {
    const now = this.clock.now();
    // The operator of a charge in `reversal_due` is called anyway, to reverse the charge.
    const polling = charge.state === 'booked' ? pollingAfterConflict(now, isLatestPoll(charge, polledAt)) : {};
    await CHARGES.set(unit.tx, charge, { conflict, conflictAt: now, ...polling });
    return 'for_staff';
  }

  /** If a later poll confirms the booking, the conflicting status update was out of date. */
  private async confirm({ unit, charge }: Locked, polledAt?: Date): Promise<ChargeEffect> {
    if (isLatestPoll(charge, polledAt))
      await CHARGES.set(unit.tx, charge, { conflict: null, conflictAt: null, ...(charge.state === 'booked' && NO_POLLS) });
    return 'duplicate';
  }

  private move({ unit, charge }: Locked, to: ChargeState, reason: string, poll: 'soon' | 'immediately' | 'never'): Promise<void> {
    const now = this.clock.now();
    const nextPollAt = { soon: this.schedule.firstPollAt(now), immediately: now, never: null }[poll];
    return unit.move(CHARGE, [charge], { to, reason, set: { nextPollAt, pollCount: 0 } });
  }
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
