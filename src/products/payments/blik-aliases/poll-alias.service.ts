import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { AliasOperations, StartedAlias } from '../../../connectors/acquirers/port/alias.js';
import { uuidToReference } from '../../../common/reference.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { NO_POLLS } from '../../../platform/remote-operations/remote-operation.js';
import { PENDING_POLL_HOURS } from '../mandates/alias-limits.js';
import type { AliasKey } from './acquirer-aliases.js';
import { ALIAS } from './alias-subject.js';
import { ALIAS_TRANSITIONS } from './states.js';
import { ApplyAliasOutcomeService } from './apply-alias-outcome.service.js';
import { lockAlias } from './lock-alias.js';
import type { PaymentAlias } from './payment-alias.entity.js';

const MS_PER_HOUR = 3_600_000;

/** Polls the acquirer for the state of an alias, or unregisters an alias that has ended. */
@Injectable()
export class PollAliasService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly applyOutcome: ApplyAliasOutcomeService,
  ) {}

  async run(alias: PaymentAlias, operations: AliasOperations): Promise<void> {
    const polledAt = this.clock.now();
    const started = toStartedAlias(alias);
    const isOver = ALIAS_TRANSITIONS.isFinal(alias.status);
    const result = await (isOver ? operations.unregisterAlias(started) : operations.pollAlias(started));
    await this.applyOutcome.run(alias, result.outcome === 'not_found' ? { ...result, polledAt } : result);
    if (isPollTimeOver(alias, polledAt)) await this.expirePending(alias);
  }

  /** Expires a pending alias after its last poll. If the payer accepts it later, the alias is unregistered at the acquirer. */
  private async expirePending(key: AliasKey): Promise<void> {
    await this.changes.transaction(async (unit) => {
      const alias = await lockAlias(unit, key);
      if (alias.status !== 'alias_pending_registration') return;
      const set = { closedBy: 'time' as const, ...NO_POLLS };
      await unit.move(ALIAS, [alias], { to: 'alias_expired', reason: 'never_heard_of', set });
    });
  }
}

function isPollTimeOver({ status, createdAt }: PaymentAlias, now: Date): boolean {
  return status === 'alias_pending_registration' && now.getTime() > createdAt.getTime() + PENDING_POLL_HOURS * MS_PER_HOUR;
}

function toStartedAlias({ id, wireValue, providerRef, data }: PaymentAlias): StartedAlias {
  return { reference: uuidToReference(id), value: wireValue, providerRef, data };
}
