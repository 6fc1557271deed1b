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

/** What a channel says of an alias. How much "not found" is worth depends on when the channel was polled. */
export type AliasUpdate = AliasResult | (NotFound & { polledAt: Date });

/** An alias to unregister that the channel does not know may still be in a registration under way: "not found" is believed after this long. */
const NOT_FOUND_IS_BELIEVED_AFTER_MS = 5 * 60_000;

/**
 * Applies a channel's status report about an alias of type UID, whichever way it came. Any order, repetition and concurrency end in the same
 * state. An alias that ended here stays ended: if its app still knows it, it is unregistered there again.
 */
@Injectable()
export class ApplyAliasOutcomeService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly subject: AliasSubject,
  ) {}

  /** @param received the report, if it came as one and not as an answer to a call. */
  async run(key: AliasKey, report: AliasUpdate, received?: ReceivedCallback): Promise<void> {
    await this.transactions.run(key.id, received, async (unit) => {
      const alias = await lockAlias(unit, this.subject, key);
      return { effect: await this.apply(unit, alias, report), attemptReference: null, aliasId: alias.id };
    });
  }

  private async apply(unit: UnitOfWork, alias: PaymentAlias, report: AliasUpdate): Promise<AttemptEffect> {
    if (report.outcome === 'not_found') return this.notFound(unit, alias, report.polledAt);
    await ALIASES.remember(unit.tx, alias, report);
    switch (report.outcome) {
      case 'unknown':
      case 'pending':
        return 'no_news';
      case 'active':
        return isOver(alias) ? this.activeAfterEnd(unit, alias) : this.active(unit, alias, report);
      case 'expired':
        return this.over(unit, alias, 'alias_expired', null);
      case 'unregistered':
        return this.over(unit, alias, 'alias_unregistered', null);
      case 'failed':
        return this.over(unit, alias, 'alias_unregistered', report.reason);
    }
  }

  /** An app holds one alias per value: the one that was registered last, whose name the channel now uses. */
  private async active(unit: UnitOfWork, alias: PaymentAlias, { appKey, expiresAt }: AliasResult): Promise<AttemptEffect> {
    const blikKey = alias.blikKey ?? appKey;
    const set = { blikKey, expiresAt: expiresAt ?? alias.expiresAt, nextPollAt: null, pollCount: 0 };
    const isKnown = alias.status === 'alias_active';
    if (!isKnown || blikKey !== alias.blikKey) await this.replace(unit, alias, blikKey);
    if (!isKnown) {
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
    // With the same value at the channel the new alias has replaced the old one there. With another value the old one must be unregistered.
    const isReplaced = predecessor.wireValue === alias.wireValue;
    const set = { closedBy: 'successor' as const, nextPollAt: isReplaced ? null : this.clock.now(), pollCount: 0 };
    await unit.move(this.subject.alias, [predecessor], { to: 'alias_unregistered', reason: 'registered_again', set });
  }

  /** It ended here, so it is unregistered at the app again; not where the channel ended it, or a successor took its place. */
  private async activeAfterEnd({ tx }: UnitOfWork, alias: PaymentAlias): Promise<AttemptEffect> {
    const { closedBy, nextPollAt } = alias;
    if (closedBy !== 'channel' && closedBy !== 'successor' && nextPollAt === null)
      await ALIASES.set(tx, alias, { nextPollAt: this.clock.now(), pollCount: 0 });
    return 'too_late';
  }

  private async over(
    unit: UnitOfWork,
    alias: PaymentAlias,
    to: Extract<AliasStatus, 'alias_unregistered' | 'alias_expired'>,
    reason: string | null,
  ): Promise<AttemptEffect> {
    if (isOver(alias)) return this.endIsKnown(unit, alias);
    const set = { closedBy: 'channel' as const, reason, nextPollAt: null, pollCount: 0 };
    await unit.move(this.subject.alias, [alias], { to, reason: to === 'alias_expired' ? 'channel_expired' : 'channel_unregistered', set });
    return 'applied';
  }

  /** A pending alias stays pending: the payer may still agree. One that was to be unregistered is gone, once that is believed. */
  private async notFound(unit: UnitOfWork, alias: PaymentAlias, polledAt: Date): Promise<AttemptEffect> {
    const since = alias.updatedAt.getTime() + NOT_FOUND_IS_BELIEVED_AFTER_MS;
    return isOver(alias) && polledAt.getTime() >= since ? this.endIsKnown(unit, alias) : 'no_news';
  }

  private async endIsKnown({ tx }: UnitOfWork, alias: PaymentAlias): Promise<AttemptEffect> {
    if (alias.nextPollAt === null) return 'duplicate';
    await ALIASES.set(tx, alias, { nextPollAt: null, pollCount: 0 });
    return 'applied';
  }
}

function isOver({ status }: PaymentAlias): boolean {
  return ALIAS_TRANSITIONS.isFinal(status);
}
