import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { AliasResult } from '../../../connectors/channels/port/alias.js';
import type { NotFound } from '../../../connectors/channels/port/attempt.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import type { AttemptEffect } from '../at-channel/attempt-effect.js';
import { OutcomeTransactions } from '../at-channel/outcome-transactions.js';
import type { ReceivedReport } from '../at-channel/report-log.js';
import { type AliasKey, ALIASES } from './acquirer-aliases.js';
import { AliasSubject } from './alias-subject.js';
import { ALIAS_TRANSITIONS, type AliasStatus } from './alias-transitions.js';
import { lockAlias, predecessorOf } from './lock-alias.js';
import type { PaymentAlias } from './payment-alias.entity.js';

/** What a channel says of an alias. Its not knowing one is worth what it was when it was asked. */
export type AliasWord = AliasResult | (NotFound & { askedAt: Date });

/** How long a channel must go on saying that it does not know an alias which it is to unregister: the call that was to make it may be under way. */
const NOT_FOUND_IS_BELIEVED_AFTER_MS = 5 * 60_000;

/**
 * Applies a channel's word about an alias of type UID, whichever way it came. Any order, any repetition and any concurrency end in the same
 * state: what is over stays over, and an app that says it knows the payer all the same is told to forget.
 */
@Injectable()
export class ApplyAliasOutcomeService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly subject: AliasSubject,
  ) {}

  /** @param report that said it, where it is no answer. */
  async run(key: AliasKey, word: AliasWord, report?: ReceivedReport): Promise<void> {
    await this.transactions.run(key.id, report, async (unit) => {
      const alias = await lockAlias(unit, this.subject, key);
      return { effect: await this.apply(unit, alias, word), attemptReference: null, aliasId: alias.id };
    });
  }

  private async apply(unit: UnitOfWork, alias: PaymentAlias, word: AliasWord): Promise<AttemptEffect> {
    if (word.outcome === 'not_found') return this.notFound(unit, alias, word.askedAt);
    await ALIASES.remember(unit.tx, alias, word);
    switch (word.outcome) {
      case 'unknown':
      case 'pending':
        return 'no_news';
      case 'active':
        return isOver(alias) ? this.activeAfterEnd(unit, alias) : this.active(unit, alias, word);
      case 'expired':
        return this.over(unit, alias, 'alias_expired', null);
      case 'unregistered':
        return this.over(unit, alias, 'alias_unregistered', null);
      case 'failed':
        return this.over(unit, alias, 'alias_unregistered', word.reason);
    }
  }

  /** The same value in the same app is one alias: the one that was registered last, for the channel knows it by its name now. */
  private async active(unit: UnitOfWork, alias: PaymentAlias, { appKey, expiresAt }: AliasResult): Promise<AttemptEffect> {
    const blikKey = alias.blikKey ?? appKey;
    const set = { blikKey, expiresAt: expiresAt ?? alias.expiresAt, askAt: null, askCount: 0 };
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
    // Where both have one value the channel keeps one alias, the new one; under a value of its own the old one would live on there.
    const isReplaced = predecessor.wireValue === alias.wireValue;
    const set = { endedBy: 'successor' as const, askAt: isReplaced ? null : this.clock.now(), askCount: 0 };
    await unit.move(this.subject.alias, [predecessor], { to: 'alias_unregistered', reason: 'registered_again', set });
  }

  /** Nobody here wants it any more, and the app is told so again; unless what it says is older than its own end, or said of a successor. */
  private async activeAfterEnd({ tx }: UnitOfWork, alias: PaymentAlias): Promise<AttemptEffect> {
    const { endedBy, askAt } = alias;
    if (endedBy !== 'channel' && endedBy !== 'successor' && askAt === null)
      await ALIASES.set(tx, alias, { askAt: this.clock.now(), askCount: 0 });
    return 'too_late';
  }

  private async over(
    unit: UnitOfWork,
    alias: PaymentAlias,
    to: Extract<AliasStatus, 'alias_unregistered' | 'alias_expired'>,
    reason: string | null,
  ): Promise<AttemptEffect> {
    if (isOver(alias)) return this.endIsKnown(unit, alias);
    const set = { endedBy: 'channel' as const, reason, askAt: null, askCount: 0 };
    await unit.move(this.subject.alias, [alias], { to, reason: to === 'alias_expired' ? 'channel_expired' : 'channel_unregistered', set });
    return 'applied';
  }

  /** Of one that a payer may still agree to it says nothing; of one that is to be unregistered there is nothing to do. */
  private async notFound(unit: UnitOfWork, alias: PaymentAlias, askedAt: Date): Promise<AttemptEffect> {
    const since = alias.updatedAt.getTime() + NOT_FOUND_IS_BELIEVED_AFTER_MS;
    return isOver(alias) && askedAt.getTime() >= since ? this.endIsKnown(unit, alias) : 'no_news';
  }

  private async endIsKnown({ tx }: UnitOfWork, alias: PaymentAlias): Promise<AttemptEffect> {
    if (alias.askAt === null) return 'duplicate';
    await ALIASES.set(tx, alias, { askAt: null, askCount: 0 });
    return 'applied';
  }
}

function isOver({ status }: PaymentAlias): boolean {
  return ALIAS_TRANSITIONS.isFinal(status);
}
