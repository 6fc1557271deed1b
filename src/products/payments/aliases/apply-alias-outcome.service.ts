import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { AliasResult } from '../../../connectors/acquirers/port/alias.js';
import type { NotFound } from '../../../connectors/acquirers/port/attempt.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import type { AttemptEffect } from '../acquirers/attempt-effect.js';
import { OutcomeTransactions } from '../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../acquirers/callback-log.js';
import { type AliasKey, ALIASES } from './acquirer-aliases.js';
import { AliasSubject } from './alias-subject.js';
import { ALIAS_TRANSITIONS, type AliasStatus } from './alias-transitions.js';
import { lockAlias, predecessorOf } from './lock-alias.js';
import type { PaymentAlias } from './payment-alias.entity.js';

/** A status update about an alias. Whether "not found" is believed depends on the time of the poll. */
export type AliasUpdate = AliasResult | (NotFound & { polledAt: Date });

/**
 * When an ended alias is to be unregistered, "not found" is believed only after this time. Before that, its registration may still be on its way to
 * the acquirer.
 */
const NOT_FOUND_IS_BELIEVED_AFTER_MS = 5 * 60_000;

/**
 * Applies a status update about an alias of type UID, from a response, a poll or a callback. Any order, repetition and concurrency of updates end in
 * the same state. An alias that has ended stays ended: if the app still holds it, it is unregistered at the acquirer again.
 */
@Injectable()
export class ApplyAliasOutcomeService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly subject: AliasSubject,
  ) {}

  /** @param received the callback that brought the update; none for the response to a call. */
  async run(key: AliasKey, update: AliasUpdate, received?: ReceivedCallback): Promise<void> {
    await this.transactions.run(key.id, received, async (unit) => {
      const alias = await lockAlias(unit, this.subject, key);
      return { effect: await this.apply(unit, alias, update), attemptReference: null, aliasId: alias.id };
    });
  }

  private async apply(unit: UnitOfWork, alias: PaymentAlias, update: AliasUpdate): Promise<AttemptEffect> {
    if (update.outcome === 'not_found') return this.applyNotFound(unit, alias, update.polledAt);
    await ALIASES.remember(unit.tx, alias, update);
    switch (update.outcome) {
      case 'unknown':
      case 'pending':
        return 'no_news';
      case 'active':
        return isOver(alias) ? this.unregisterAgain(unit, alias) : this.activate(unit, alias, update);
      case 'expired':
        return this.end(unit, alias, 'alias_expired', null);
      case 'unregistered':
        return this.end(unit, alias, 'alias_unregistered', null);
      case 'failed':
        return this.end(unit, alias, 'alias_unregistered', update.reason);
    }
  }

  /** An app holds one alias per value: the last registered one, whose reference the acquirer uses from then on. */
  private async activate(unit: UnitOfWork, alias: PaymentAlias, { appKey, expiresAt }: AliasResult): Promise<AttemptEffect> {
    const blikKey = alias.blikKey ?? appKey;
    const set = { blikKey, expiresAt: expiresAt ?? alias.expiresAt, nextPollAt: null, pollCount: 0 };
    const isActive = alias.status === 'alias_active';
    if (!isActive || blikKey !== alias.blikKey) await this.replace(unit, alias, blikKey);
    if (!isActive) {
      const activatedAt = this.clock.now();
      await unit.move(this.subject.alias, [alias], { to: 'alias_active', reason: 'channel_active', set: { ...set, activatedAt } });
      return 'applied';
    }
    await ALIASES.set(unit.tx, alias, set);
    return 'duplicate';
  }

  private async replace(unit: UnitOfWork, alias: PaymentAlias, blikKey: string | null): Promise<void> {
    const predecessor = await predecessorOf(unit, alias, blikKey);
    if (!predecessor) return;
    // The new alias has replaced the old one at the acquirer, too, where both have one value.
    const set = { closedBy: 'successor' as const, nextPollAt: null, pollCount: 0 };
    await unit.move(this.subject.alias, [predecessor], { to: 'alias_unregistered', reason: 'registered_again', set });
  }

  /** Unregisters an ended alias at the acquirer again, unless the acquirer itself ended it or a newer alias replaced it. */
  private async unregisterAgain({ tx }: UnitOfWork, alias: PaymentAlias): Promise<AttemptEffect> {
    const { closedBy, nextPollAt } = alias;
    if (closedBy !== 'channel' && closedBy !== 'successor' && nextPollAt === null)
      await ALIASES.set(tx, alias, { nextPollAt: this.clock.now(), pollCount: 0 });
    return 'too_late';
  }

  private async end(
    unit: UnitOfWork,
    alias: PaymentAlias,
    to: Extract<AliasStatus, 'alias_unregistered' | 'alias_expired'>,
    reason: string | null,
  ): Promise<AttemptEffect> {
    if (isOver(alias)) return this.confirmEnd(unit, alias);
    const set = { closedBy: 'channel' as const, reason, nextPollAt: null, pollCount: 0 };
    await unit.move(this.subject.alias, [alias], { to, reason: to === 'alias_expired' ? 'channel_expired' : 'channel_unregistered', set });
    return 'applied';
  }

  /** A pending alias stays pending, because the payer may still accept it. For an ended alias, "not found" confirms the end once it is believed. */
  private async applyNotFound(unit: UnitOfWork, alias: PaymentAlias, polledAt: Date): Promise<AttemptEffect> {
    const since = alias.updatedAt.getTime() + NOT_FOUND_IS_BELIEVED_AFTER_MS;
    return isOver(alias) && polledAt.getTime() >= since ? this.confirmEnd(unit, alias) : 'no_news';
  }

  private async confirmEnd({ tx }: UnitOfWork, alias: PaymentAlias): Promise<AttemptEffect> {
    if (alias.nextPollAt === null) return 'duplicate';
    await ALIASES.set(tx, alias, { nextPollAt: null, pollCount: 0 });
    return 'applied';
  }
}

function isOver({ status }: PaymentAlias): boolean {
  return ALIAS_TRANSITIONS.isFinal(status);
}
