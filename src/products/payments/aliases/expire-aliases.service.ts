import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { AliasSubject } from './alias-subject.js';
import { PaymentAlias } from './payment-alias.entity.js';

const BATCH = 500;

// Skips locked rows, so workers neither wait nor take the same row. The next run finds the skipped rows again.
const DUE = {
  name: 'payment_alias_expiring',
  text: `SELECT id FROM payment_alias WHERE type = 'UID' AND status = 'alias_active' AND expires_at <= $1
         ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
};

/** Expires aliases of type UID at their end date, even if the acquirer does not report it. */
@Injectable()
export class ExpireAliasesService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly subject: AliasSubject,
  ) {}

  /** @returns whether more may be due. */
  batch(): Promise<boolean> {
    return this.changes.transaction((unit) => this.expireSome(unit));
  }

  private async expireSome(unit: UnitOfWork): Promise<boolean> {
    const due = (await runNamed<{ id: string }>(unit.tx, DUE, [this.clock.now(), BATCH])).map(({ id }) => id);
    if (due.length === 0) return false;
    const aliases = await unit.tx.findBy(PaymentAlias, { id: In(due) });
    const set = { closedBy: 'time' as const, nextPollAt: null, pollCount: 0 };
    await unit.move(this.subject.alias, aliases, { to: 'alias_expired', reason: 'expired', set });
    return due.length === BATCH;
  }
}
