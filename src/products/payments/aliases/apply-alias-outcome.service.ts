import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { AliasResult } from '../../../connectors/acquirers/port/alias.js';
import type { NotFound } from '../../../connectors/acquirers/port/attempt.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import type { AttemptEffect } from '../acquirers/attempt-effect.js';
import { NO_POLLS } from '../acquirers/acquirer-object.js';
import { OutcomeTransactions } from '../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../acquirers/callback-log.js';
import { type AliasKey, ALIASES } from './acquirer-aliases.js';
import { ALIAS } from './alias-subject.js';
import { ALIAS_TRANSITIONS, type AliasStatus } from './alias-transitions.js';
import { lockAlias, predecessorOf } from './lock-alias.js';
import type { PaymentAlias } from './payment-alias.entity.js';

/** A status update about an alias. Whether "not found" is believed depends on the time of the poll. */
export type AliasUpdate = AliasResult | (NotFound & { polledAt: Date });

/**
 * For an ended alias, "not found" is believed only when this much time has passed since its end. Before that, the request that registers
 * the alias may still be on its way to the acquirer.
 */
const NOT_FOUND_IS_BELIEVED_AFTER_MS = 5 * 60_000;

/**
 * Applies a status update about an alias of type UID, from a response, a poll or a callback. Updates may come in any order, repeatedly or
 * concurrently: the final state is the same. An alias that has ended stays ended. If an app still has the ended alias registered, the
 * gateway unregisters the alias at the acquirer again.
 */
@Injectable()
export class ApplyAliasOutcomeService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
  ) {}

  /** @param callback the callback that contained the update; undefined for the response to a call or a poll. */
  async run(key: AliasKey, update: AliasUpdate, callback?: ReceivedCallback): Promise<void> {
    await this.transactions.run(key.id, callback, async (unit) => {
      const alias = await lockAlias(unit, key);
      return { effect: await this.apply(unit, alias, update), attemptReference: null, aliasId: alias.id };
    });
  }

  private async apply(unit: UnitOfWork, alias: PaymentAlias, update: AliasUpdate): Promise<AttemptEffect> {
    if (update.outcome === 'not_found') return this.applyNotFound(unit, alias, update.polledAt);
    await ALIASES.storeResult(unit.tx, alias, update);
    switch (update.outcome) {
      case 'unknown':
      case 'pending':
        return 'no_news';
      case 'active':
        return isOver(alias) ? this.unregisterAgain(unit, alias) : this.activate(unit, alias, update);
      case 'expired':
        return this.closeByAcquirer(unit, alias, 'alias_expired', null);
      case 'unregistered':
        return this.closeByAcquirer(unit, alias, 'alias_unregistered', null);
      case 'failed':
        return this.closeByAcquirer(unit, alias, 'alias_unregistered', update.reason);
    }
  }

  /** An app has one alias per value: the alias that was registered last. The acquirer then uses only the reference of that alias. */
  private async activate(unit: UnitOfWork, alias: PaymentAlias, { appKey, expiresAt }: AliasResult): Promise<AttemptEffect> {
    const blikKey = alias.blikKey ?? appKey;
    const set = { blikKey, expiresAt: expiresAt ?? alias.expiresAt, ...NO_POLLS };
    const isActive = alias.status === 'alias_active';
    if (!isActive || blikKey !== alias.blikKey) await this.replacePredecessor(unit, alias, blikKey);
    if (!isActive) {
      const activatedAt = this.clock.now();
      await unit.move(ALIAS, [alias], { to: 'alias_active', reason: 'channel_active', set: { ...set, activatedAt } });
      return 'applied';
    }
    await ALIASES.set(unit.tx, alias, set);
    return 'duplicate';
  }

  private async replacePredecessor(unit: UnitOfWork, alias: PaymentAlias, blikKey: string | null): Promise<void> {
    const predecessor = await predecessorOf(unit, alias, blikKey);
    if (!predecessor) return;
    // At the acquirer both aliases have the same value, so the new alias has replaced the old one there too. The old alias needs no call.
    const set = { closedBy: 'successor' as const, ...NO_POLLS };
    await unit.move(ALIAS, [predecessor], { to: 'alias_unregistered', reason: 'registered_again', set });
  }

  /** Unregisters an ended alias at the acquirer again, unless the acquirer itself ended the alias or a newer alias replaced it. */
  private async unregisterAgain({ tx }: UnitOfWork, alias: PaymentAlias): Promise<AttemptEffect> {
    const { closedBy, nextPollAt } = alias;
    if (closedBy !== 'channel' && closedBy !== 'successor' && nextPollAt === null)
      await ALIASES.set(tx, alias, { nextPollAt: this.clock.now(), pollCount: 0 });
    return 'too_late';
  }

  private async closeByAcquirer(
    unit: UnitOfWork,
    alias: PaymentAlias,
    to: Extract<AliasStatus, 'alias_unregistered' | 'alias_expired'>,
    reason: string | null,
  ): Promise<AttemptEffect> {
    if (isOver(alias)) return this.confirmEnd(unit, alias);
    const set = { closedBy: 'channel' as const, reason, ...NO_POLLS };
    await unit.move(ALIAS, [alias], { to, reason: to === 'alias_expired' ? 'channel_expired' : 'channel_unregistered', set });
    return 'applied';
  }

  /** A pending alias stays pending, because the payer may still accept it. For an ended alias, a believed "not found" confirms the end. */
  private async applyNotFound(unit: UnitOfWork, alias: PaymentAlias, polledAt: Date): Promise<AttemptEffect> {
    const believedFrom = alias.updatedAt.getTime() + NOT_FOUND_IS_BELIEVED_AFTER_MS;
    return isOver(alias) && polledAt.getTime() >= believedFrom ? this.confirmEnd(unit, alias) : 'no_news';
  }

  private async confirmEnd({ tx }: UnitOfWork, alias: PaymentAlias): Promise<AttemptEffect> {
    if (alias.nextPollAt === null) return 'duplicate';
    await ALIASES.set(tx, alias, NO_POLLS);
    return 'applied';
  }
}

function isOver({ status }: PaymentAlias): boolean {
  return ALIAS_TRANSITIONS.isFinal(status);
}
