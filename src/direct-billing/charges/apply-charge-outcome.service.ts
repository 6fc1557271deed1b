import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, Not } from 'typeorm';
import { BusinessClock } from '../../common/time/clocks.js';
import type { ChargeStatus, Operator, RefusalReason } from '../../connectors/ports/operator.port.js';
import { Ledger } from '../../ledger/ledger.service.js';
import { Outbox } from '../../webhooks/outbox.js';
import { DirectBillingCharge, type ChargeState } from '../entities/direct-billing-charge.entity.js';
import type { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { suspenseEntry } from '../ledger-entries.js';
import { MAX_CODES, MAX_TRIES } from '../limits.js';
import { TransactionStates } from '../transactions/transaction-states.js';
import { nextAskAt } from './ask-schedule.js';

/** What an outcome did: recorded with each report, and the reason of a state change. */
export type ChargeEffect = 'applied' | 'suspended' | 'duplicate' | 'too_late' | 'no_news' | 'unknown_charge';

interface Locked {
  tx: EntityManager;
  row: DirectBillingTransaction;
  charge: DirectBillingCharge;
}

/**
 * Applies the operator's word about a charge, whichever way it came: as the answer to the charge, to a question, or as a
 * report. Any order, any repetition and any concurrency end in the same state, because the transaction's row is locked
 * first and each step looks at the charge's state.
 */
@Injectable()
export class ApplyChargeOutcomeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly states: TransactionStates,
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @param charge its reference, and the operator where the word came from outside: one operator cannot speak of another's charge.
   * @param also written in the same transaction, such as the record of the report; it is given the effect.
   */
  async run(
    charge: { reference: string; operator?: Operator },
    result: ChargeStatus,
    also?: (tx: EntityManager, effect: ChargeEffect) => Promise<void>,
  ): Promise<ChargeEffect> {
    const { effect, serviceId } = await this.dataSource.transaction(async (tx) => {
      const found = await tx.findOneBy(DirectBillingCharge, charge);
      const row = found && (await this.states.lock(tx, found.transactionId));
      // Read again under the lock: another process may have applied an outcome meanwhile.
      const current = row && (await tx.findOneByOrFail(DirectBillingCharge, { reference: charge.reference }));
      const done = row && current ? await this.apply({ tx, row, charge: current }, result) : 'unknown_charge';
      await also?.(tx, done);
      return { effect: done, serviceId: row?.serviceId };
    });
    if (serviceId && effect === 'applied') this.outbox.wake(serviceId);
    return effect;
  }

  private async apply(locked: Locked, result: ChargeStatus): Promise<ChargeEffect> {
    switch (result.outcome) {
      case 'accepted':
        return this.accepted(locked);
      case 'booked':
        return this.booked(locked);
      case 'refused':
        return this.refused(locked, result.reason);
      case 'wrong_code':
        return this.wrongCode(locked);
      case 'not_found':
        return this.open(locked, 'not_found');
      case 'pending':
        return 'no_news';
    }
  }

  private async accepted({ tx, row, charge }: Locked): Promise<ChargeEffect> {
    if (charge.state !== 'sent') return charge.state === 'accepted' || charge.state === 'booked' ? 'duplicate' : 'too_late';
    if (row.status !== 'transaction_db_new') return 'too_late';
    // Asking goes on until the booking is known: a report may get lost.
    await this.update(tx, charge, 'accepted', nextAskAt(this.clock.now(), 0));
    await this.states.move(tx, row, 'transaction_db_confirmed', 'operator_accepted');
    return 'applied';
  }

  private async booked({ tx, row, charge }: Locked): Promise<ChargeEffect> {
    if (['booked', 'reversal_due', 'reversed'].includes(charge.state)) return 'duplicate';
    const open = row.status === 'transaction_db_new' || row.status === 'transaction_db_confirmed';
    if (!open || (await this.otherChargeLives(tx, charge))) {
      await this.update(tx, charge, 'reversal_due', this.clock.now());
      await this.ledger.post(tx, suspenseEntry(charge, this.clock.now()));
      return 'suspended';
    }
    await this.update(tx, charge, 'booked', null);
    if (row.status === 'transaction_db_new') await this.states.move(tx, row, 'transaction_db_confirmed', 'operator_accepted');
    await this.states.move(tx, row, 'transaction_db_payed', 'operator_booked');
    return 'applied';
  }

  /** The payer has tried again since, and that attempt may be booked as well: only one of them may count. */
  private otherChargeLives(tx: EntityManager, { transactionId, reference }: DirectBillingCharge): Promise<boolean> {
    return tx.existsBy(DirectBillingCharge, { transactionId, reference: Not(reference), state: In(['sent', 'accepted', 'booked']) });
  }

  private async refused({ tx, row, charge }: Locked, reason: RefusalReason): Promise<ChargeEffect> {
    if (charge.state === 'refused') return 'duplicate';
    if (charge.state !== 'sent' && charge.state !== 'accepted') return 'too_late';
    await this.update(tx, charge, 'refused', null);
    await this.states.move(tx, row, 'transaction_db_rejected', 'operator_refused', { rejection: reason, codeReference: null });
    return 'applied';
  }

  private async wrongCode(locked: Locked): Promise<ChargeEffect> {
    const effect = await this.open(locked, 'wrong_code');
    const { tx, row } = locked;
    if (effect === 'applied' && row.codeCount >= MAX_CODES && row.tryCount >= MAX_TRIES) {
      await this.states.move(tx, row, 'transaction_db_rejected', 'too_many_codes', { rejection: 'too_many_codes', codeReference: null });
    }
    return effect;
  }

  /** The charge came to nothing, and the payer may try again. */
  private async open({ tx, charge }: Locked, state: 'wrong_code' | 'not_found'): Promise<ChargeEffect> {
    if (charge.state === state) return 'duplicate';
    if (charge.state !== 'sent') return 'too_late';
    await this.update(tx, charge, state, null);
    return 'applied';
  }

  private async update(tx: EntityManager, charge: DirectBillingCharge, state: ChargeState, askAt: Date | null): Promise<void> {
    await tx.update(DirectBillingCharge, { reference: charge.reference }, { state, askAt, askCount: 0, updatedAt: this.clock.now() });
  }
}
