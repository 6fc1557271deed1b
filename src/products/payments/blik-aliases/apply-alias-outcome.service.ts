import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { AliasResult } from '../../../connectors/acquirers/port/alias.js';
import type { NotFound } from '../../../connectors/acquirers/port/attempt.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import type { AttemptEffect } from '../acquirers/attempt-effect.js';
import { applyOutcome, type OutcomeSteps, outcomeTable } from '../../../platform/remote-operations/outcome-table.js';
import { PollSchedule } from '../../../platform/remote-operations/poll-schedule.js';
import { NO_POLLS } from '../../../platform/remote-operations/remote-operation.js';
import { OutcomeTransactions } from '../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../acquirers/callback-log.js';
import { type AliasKey, ALIASES } from './acquirer-aliases.js';
import { ALIAS } from './alias-subject.js';
import { lockAlias, predecessorOf } from './lock-alias.js';
import type { PaymentAlias } from './payment-alias.entity.js';

/** A status update about an alias. Whether "not found" is believed depends on the time of the poll. */
export type AliasUpdate = AliasResult | (NotFound & { polledAt: Date });

/**
 * The effect or the step of each outcome, by the status of the alias. When the acquirer does not find a pending alias, the alias stays
 * pending, because the payer may still accept it.
 */
// prettier-ignore
export const ALIAS_OUTCOMES = outcomeTable(
                              ['unknown', 'pending', 'active',           'expired',     'unregistered', 'failed',      'not_found'], {
  alias_pending_registration: ['no_news', 'no_news', 'activate',         'close',       'close',        'close',       'no_news'],
  alias_active:               ['no_news', 'no_news', 'confirm',          'close',       'close',        'close',       'no_news'],
  alias_unregistered:         ['no_news', 'no_news', 'unregister_again', 'confirm_end', 'confirm_end',  'confirm_end', 'confirm_end_if_believed'],
  alias_expired:              ['no_news', 'no_news', 'unregister_again', 'confirm_end', 'confirm_end',  'confirm_end', 'confirm_end_if_believed'],
});

interface Locked {
  unit: UnitOfWork;
  alias: PaymentAlias;
}

/**
 * Applies a status update about an alias of type UID, from a response, a poll or a callback. Updates may come in any order, repeatedly or
 * concurrently: the final state is the same. An alias that has ended stays ended. If an app still has the ended alias registered, the
 * gateway unregisters the alias at the acquirer again.
 */
@Injectable()
export class ApplyAliasOutcomeService {
  private readonly steps: OutcomeSteps<typeof ALIAS_OUTCOMES, Locked, AliasUpdate, AttemptEffect> = {
    activate: (locked, update) => this.activate(locked, update),
    confirm: (locked, update) => this.confirm(locked, update),
    close: (locked, update) => this.close(locked, update),
    unregister_again: (locked) => this.unregisterAgain(locked),
    confirm_end: (locked) => this.confirmEnd(locked),
    confirm_end_if_believed: (locked, { polledAt }) => this.confirmEndIfBelieved(locked, polledAt),
  };

  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly schedule: PollSchedule,
  ) {}

  /** @param callback the callback that contained the update; undefined for the response to a call or a poll. */
  async run(key: AliasKey, update: AliasUpdate, callback?: ReceivedCallback): Promise<void> {
    await this.transactions.run(key.id, callback, async (unit) => {
      const alias = await lockAlias(unit, key);
      return { effect: await this.apply({ unit, alias }, update), attemptReference: null, aliasId: alias.id };
    });
  }

  private async apply(locked: Locked, update: AliasUpdate): Promise<AttemptEffect> {
    const { unit, alias } = locked;
    if (update.outcome !== 'not_found') await ALIASES.storeResult(unit.tx, alias, update);
    return applyOutcome(ALIAS_OUTCOMES, this.steps, alias.status, locked, update);
  }

  private async activate(locked: Locked, update: AliasResult): Promise<AttemptEffect> {
    const { unit, alias } = locked;
    const set = registrationOf(alias, update);
    await this.replacePredecessor(locked, set.blikKey);
    const activatedAt = this.clock.now();
    await unit.move(ALIAS, [alias], { to: 'alias_active', reason: 'channel_active', set: { ...set, activatedAt } });
    return 'applied';
  }

  private async confirm(locked: Locked, update: AliasResult): Promise<AttemptEffect> {
    const { unit, alias } = locked;
    const set = registrationOf(alias, update);
    if (set.blikKey !== alias.blikKey) await this.replacePredecessor(locked, set.blikKey);
    await ALIASES.set(unit.tx, alias, set);
    return 'duplicate';
  }

  /** An app has one alias per value: the alias that was registered last. The acquirer then uses only the reference of that alias. */
  private async replacePredecessor({ unit, alias }: Locked, blikKey: string | null): Promise<void> {
    const predecessor = await predecessorOf(unit, alias, blikKey);
    if (!predecessor) return;
    // At the acquirer both aliases have the same value, so the new alias has replaced the old one there too. The old alias needs no call.
    const set = { closedBy: 'successor' as const, ...NO_POLLS };
    await unit.move(ALIAS, [predecessor], { to: 'alias_unregistered', reason: 'registered_again', set });
  }

  private async close({ unit, alias }: Locked, update: AliasResult): Promise<AttemptEffect> {
    const reason = update.outcome === 'failed' ? update.reason : null;
    const set = { closedBy: 'channel' as const, reason, ...NO_POLLS };
    const change =
      update.outcome === 'expired'
        ? ({ to: 'alias_expired', reason: 'channel_expired' } as const)
        : ({ to: 'alias_unregistered', reason: 'channel_unregistered' } as const);
    await unit.move(ALIAS, [alias], { ...change, set });
    return 'applied';
  }

  /** Unregisters an ended alias at the acquirer again, unless the acquirer itself ended the alias or a newer alias replaced it. */
  private async unregisterAgain({ unit, alias }: Locked): Promise<AttemptEffect> {
    const { closedBy, nextPollAt } = alias;
    if (closedBy !== 'channel' && closedBy !== 'successor' && nextPollAt === null)
      await ALIASES.set(unit.tx, alias, { nextPollAt: this.clock.now(), pollCount: 0 });
    return 'too_late';
  }

  private async confirmEnd({ unit, alias }: Locked): Promise<AttemptEffect> {
    if (alias.nextPollAt === null) return 'duplicate';
    await ALIASES.set(unit.tx, alias, NO_POLLS);
    return 'applied';
  }

  /**
   * "Not found" confirms the end. It is believed some time after the end, because the request that registers the alias may still be on its
   * way to the acquirer.
   */
  private async confirmEndIfBelieved(locked: Locked, polledAt: Date): Promise<AttemptEffect> {
    const believedFrom = this.schedule.notFoundBelievedFrom({ sentAt: locked.alias.updatedAt, knownAt: null });
    return polledAt >= believedFrom ? this.confirmEnd(locked) : 'no_news';
  }
}

/** The columns of a registered alias. An app's key does not change, and the acquirer does not always send the end. */
function registrationOf(alias: PaymentAlias, { appKey, expiresAt }: AliasResult) {
  return { blikKey: alias.blikKey ?? appKey, expiresAt: expiresAt ?? alias.expiresAt, ...NO_POLLS };
}
