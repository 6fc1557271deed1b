import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, Not } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { ChargeResult, Operator, RefusalReason } from '../../../connectors/operators/operator.port.js';
import { Ledger } from '../../../platform/ledger/ledger.service.js';
import { Outbox } from '../../../platform/webhooks/outbox/outbox.js';
import { DirectBillingCharge } from '../entities/direct-billing-charge.entity.js';
import type { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { suspenseEntry } from '../ledger-entries.js';
import { MAX_CODES, MAX_TRIES } from '../limits.js';
import { TransactionStates } from '../transactions/transaction-states.js';
import { AskSchedule } from './ask-schedule.js';
import { CHARGE_TRANSITIONS, type ChargeState } from './charge-states.js';

/** What an operator says. Its not knowing a charge is worth what it was when it was asked. */
type ChargeWord = ChargeResult | { outcome: 'not_found'; askedAt: Date };

/** What an outcome did: recorded with each report, and the reason of a state change. */
export type ChargeEffect = 'applied' | 'suspended' | 'in_doubt' | 'duplicate' | 'too_late' | 'no_news' | 'unknown_charge';

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
    private readonly schedule: AskSchedule,
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
    word: ChargeWord,
    also?: (tx: EntityManager, effect: ChargeEffect) => Promise<void>,
  ): Promise<ChargeEffect> {
    const { effect, serviceId } = await this.dataSource.transaction(async (tx) => {
      const found = await tx.findOneBy(DirectBillingCharge, charge);
      const row = found && (await this.states.lock(tx, found.transactionId));
      // Read again under the lock: another process may have applied an outcome meanwhile.
      const current = row && (await tx.findOneByOrFail(DirectBillingCharge, { reference: charge.reference }));
      const done = row && current ? await this.apply({ tx, row, charge: current }, word) : 'unknown_charge';
      await also?.(tx, done);
      return { effect: done, serviceId: row?.serviceId };
    });
    if (serviceId && effect === 'applied') this.outbox.wake(serviceId);
    return effect;
  }

  private async apply(locked: Locked, word: ChargeWord): Promise<ChargeEffect> {
    switch (word.outcome) {
      case 'accepted':
        return this.accepted(locked);
      case 'booked':
        return this.booked(locked);
      case 'refused':
        return this.refused(locked, word.reason);
      case 'wrong_code':
        return this.wrongCode(locked);
      case 'not_found':
        return this.notFound(locked, word.askedAt);
      case 'pending':
        // A call that took so long that its charge was given up before it ended: it may have left only then.
        return locked.charge.state === 'not_found' ? this.doubt(locked) : 'no_news';
    }
  }

  /** However late it comes: either the payment goes on, or what the operator books has to go back. */
  private async accepted(locked: Locked): Promise<ChargeEffect> {
    const { tx, row, charge } = locked;
    if (['accepted', 'booked', 'reversal_due', 'reversed'].includes(charge.state)) return 'duplicate';
    if (row.status !== 'transaction_db_new' || (await this.otherChargeLives(tx, charge))) return this.doubt(locked);
    // Asking goes on until the booking is known: a report may get lost.
    await this.update(tx, charge, 'accepted', 'ask');
    await this.states.move(tx, row, 'transaction_db_confirmed', 'operator_accepted');
    return 'applied';
  }

  private async doubt({ tx, charge }: Locked): Promise<ChargeEffect> {
    if (charge.state === 'in_doubt') return 'duplicate';
    await this.update(tx, charge, 'in_doubt', 'ask');
    return 'in_doubt';
  }

  private async booked({ tx, row, charge }: Locked): Promise<ChargeEffect> {
    if (['booked', 'reversal_due', 'reversed'].includes(charge.state)) return 'duplicate';
    const open = row.status === 'transaction_db_new' || row.status === 'transaction_db_confirmed';
    if (!open || (await this.otherChargeLives(tx, charge))) {
      await this.update(tx, charge, 'reversal_due', 'at once');
      await this.ledger.post(tx, suspenseEntry(charge, this.clock.now()));
      return 'suspended';
    }
    await this.update(tx, charge, 'booked', 'never');
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
    if (charge.state !== 'sent' && charge.state !== 'accepted' && charge.state !== 'in_doubt') return 'too_late';
    await this.update(tx, charge, 'refused', 'never');
    // The transaction has gone on without a charge in doubt.
    if (charge.state !== 'in_doubt')
      await this.states.move(tx, row, 'transaction_db_rejected', 'operator_refused', { rejection: reason, codeReference: null });
    return 'applied';
  }

  /** The charge came to nothing, and the payer may try again. */
  private async wrongCode({ tx, row, charge }: Locked): Promise<ChargeEffect> {
    if (charge.state === 'wrong_code') return 'duplicate';
    if (charge.state !== 'sent' && charge.state !== 'in_doubt') return 'too_late';
    await this.update(tx, charge, 'wrong_code', 'never');
    if (charge.state === 'sent' && row.codeCount >= MAX_CODES && row.tryCount >= MAX_TRIES)
      await this.states.move(tx, row, 'transaction_db_rejected', 'too_many_codes', { rejection: 'too_many_codes', codeReference: null });
    return 'applied';
  }

  /** The operator may see it later, so it is asked again until that cannot be any more; then the payer may try again. */
  private async notFound({ tx, charge }: Locked, askedAt: Date): Promise<ChargeEffect> {
    if (charge.state === 'not_found') return 'duplicate';
    if (charge.state !== 'sent' && charge.state !== 'in_doubt') return 'too_late';
    const believed = this.schedule.notFoundIsBelieved(charge, charge.state);
    if (askedAt >= believed) {
      await this.update(tx, charge, 'not_found', 'never');
      return 'applied';
    }
    await tx.query('UPDATE direct_billing_charge SET ask_at = least(ask_at, $2) WHERE reference = $1', [charge.reference, believed]);
    return 'no_news';
  }

  private async update(tx: EntityManager, charge: DirectBillingCharge, to: ChargeState, ask: 'ask' | 'at once' | 'never'): Promise<void> {
    CHARGE_TRANSITIONS.assert(charge.state, to);
    const now = this.clock.now();
    const askAt = { ask: this.schedule.next(now, 0), 'at once': now, never: null }[ask];
    await tx.update(DirectBillingCharge, { reference: charge.reference }, { state: to, askAt, askCount: 0, updatedAt: now });
  }
}
