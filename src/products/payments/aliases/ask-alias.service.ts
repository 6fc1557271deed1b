import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { AliasOperations, StartedAlias } from '../../../connectors/channels/port/alias.js';
import { referenceOf } from '../../../common/reference.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { PENDING_IS_ASKED_HOURS } from '../mandates/alias-limits.js';
import { AliasSubject } from './alias-subject.js';
import { ALIAS_TRANSITIONS } from './alias-transitions.js';
import { ApplyAliasOutcomeService } from './apply-alias-outcome.service.js';
import { lockAlias } from './lock-alias.js';
import { PaymentAlias } from './payment-alias.entity.js';

/** Asks a channel what became of an alias, or has it unregistered there once it is over here. */
@Injectable()
export class AskAliasService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly subject: AliasSubject,
    private readonly applyOutcome: ApplyAliasOutcomeService,
  ) {}

  /** One that is due. */
  async run(id: string, operations: AliasOperations): Promise<void> {
    const alias = await this.dataSource.manager.findOneBy(PaymentAlias, { id, type: 'UID' });
    if (!alias) return;
    const askedAt = this.clock.now();
    const started = startedAlias(alias);
    const isOver = ALIAS_TRANSITIONS.isFinal(alias.status);
    const answer = await (isOver ? operations.unregisterAlias(started) : operations.askAlias(started));
    const { connector } = alias;
    await this.applyOutcome.run({ id, connector }, answer.outcome === 'not_found' ? { ...answer, askedAt } : answer);
    if (isOld(alias, askedAt)) await this.giveUp(id);
  }

  /** It was asked a last time. Should the payer agree even now, the app is told to forget it. */
  private async giveUp(id: string): Promise<void> {
    await this.changes.transaction(async (unit) => {
      const alias = await lockAlias(unit, this.subject, { id });
      if (alias?.status !== 'alias_pending_registration') return;
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
