import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { AliasOperations, StartedAlias } from '../../../connectors/channels/port/alias.js';
import { referenceOf } from '../../../common/reference.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { PENDING_IS_ASKED_HOURS } from '../mandates/alias-limits.js';
import type { AliasKey } from './acquirer-aliases.js';
import { AliasSubject } from './alias-subject.js';
import { ALIAS_TRANSITIONS } from './alias-transitions.js';
import { ApplyAliasOutcomeService } from './apply-alias-outcome.service.js';
import { lockAlias } from './lock-alias.js';
import type { PaymentAlias } from './payment-alias.entity.js';

/** Asks a channel what became of an alias, or has it unregistered there once it is over here. */
@Injectable()
export class AskAliasService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly subject: AliasSubject,
    private readonly applyOutcome: ApplyAliasOutcomeService,
  ) {}

  /** One that is due. */
  async run(alias: PaymentAlias, operations: AliasOperations): Promise<void> {
    const askedAt = this.clock.now();
    const started = startedAlias(alias);
    const isOver = ALIAS_TRANSITIONS.isFinal(alias.status);
    const answer = await (isOver ? operations.unregisterAlias(started) : operations.askAlias(started));
    await this.applyOutcome.run(alias, answer.outcome === 'not_found' ? { ...answer, askedAt } : answer);
    if (isOld(alias, askedAt)) await this.giveUp(alias);
  }

  /** It was asked a last time. Should the payer agree even now, the app is told to forget it. */
  private async giveUp(key: AliasKey): Promise<void> {
    await this.changes.transaction(async (unit) => {
      const alias = await lockAlias(unit, this.subject, key);
      if (alias.status !== 'alias_pending_registration') return;
      const set = { endedBy: 'time' as const, askAt: null, askCount: 0 };
      await unit.move(this.subject.alias, [alias], { to: 'alias_expired', reason: 'never_heard_of', set });
    });
  }
}

function isOld({ status, createdAt }: PaymentAlias, now: Date): boolean {
  return status === 'alias_pending_registration' && now.getTime() > createdAt.getTime() + PENDING_IS_ASKED_HOURS * 3_600_000;
}

function startedAlias({ id, wireValue, providerRef, data }: PaymentAlias): StartedAlias {
  return { reference: referenceOf(id), value: wireValue, providerRef, data };
}
