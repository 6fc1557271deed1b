import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { NO_POLLS } from '../../../platform/remote-operations/remote-operation.js';
import { ALIAS } from './alias-subject.js';
import { PaymentAlias } from './payment-alias.entity.js';

const BATCH_SIZE = 500;

// Skips locked rows, so that workers do not wait for each other or expire the same row. The next run finds the skipped rows again.
const LOCK_DUE = {
  name: 'payment_alias_expiring',
  text: `SELECT id FROM payment_alias WHERE type = 'UID' AND status = 'alias_active' AND expires_at <= $1
         ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
};

/** Expires aliases of type UID at their end date, even if the acquirer does not report the expiry. */
@Injectable()
export class ExpireAliasesService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
  ) {}

  /** @returns whether more aliases may be due. */
  batch(): Promise<boolean> {
    return this.changes.transaction((unit) => this.expireBatch(unit));
  }

  private async expireBatch(unit: UnitOfWork): Promise<boolean> {
    const dueIds = (await runNamed<{ id: string }>(unit.tx, LOCK_DUE, [this.clock.now(), BATCH_SIZE])).map(({ id }) => id);
    if (dueIds.length === 0) return false;
    const aliases = await unit.tx.findBy(PaymentAlias, { id: In(dueIds) });
    const set = { closedBy: 'time' as const, ...NO_POLLS };
    await unit.move(ALIAS, aliases, { to: 'alias_expired', reason: 'expired', set });
    return dueIds.length === BATCH_SIZE;
  }
}
