import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { isUuid } from '../../../../common/validation/is-uuid.js';
import { Changes } from '../../../../platform/changes/changes.service.js';
import { runNamed } from '../../../../runtime/database/named-query.js';
import { ALIAS } from '../../blik-aliases/alias-subject.js';
import { ALIAS_TRANSITIONS } from '../../blik-aliases/states.js';
import { type AliasType, PaymentAlias } from '../../blik-aliases/payment-alias.entity.js';
import { CancelSubscriptionService } from '../cancel-subscription.service.js';
import { lockForRequest } from '../../../../runtime/database/pool-quotas/row-lock-queue.js';
import { recordChange } from '../../../../platform/audit/audited.js';

/** One alias by its id, or all aliases of the service with one value. Several apps of a payer may have registered the same value. */
export type UnregisteredAlias = { id: string } | { type: AliasType; value: string };

const BATCH_SIZE = 50;
const NOT_ENDED = "status IN ('alias_pending_registration', 'alias_active')";
const FIND_BY_VALUE = {
  name: 'payment_alias_wanted_of_value',
  text: `SELECT id FROM payment_alias WHERE service_id = $1 AND type = $2 AND value = $3 AND ${NOT_ENDED} ORDER BY id LIMIT ${BATCH_SIZE}`,
};

/**
 * Unregisters an alias at the request of its partner. The status changes immediately. A worker then calls the acquirer until the
 * acquirer confirms the end. An alias that has already ended does not change. A PAYID ends together with its subscription.
 */
@Injectable()
export class UnregisterAliasService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly subscriptions: CancelSubscriptionService,
  ) {}

  /** @throws DomainError ROUTE_NOT_FOUND when the service never had such an alias. */
  async run(serviceId: string, target: UnregisteredAlias, reason: string | null): Promise<void> {
    if ('id' in target && !isUuid(target.id)) throw new DomainError('ROUTE_NOT_FOUND');
    const alias = await this.dataSource.manager.findOneBy(PaymentAlias, { ...target, serviceId });
    if (!alias) throw new DomainError('ROUTE_NOT_FOUND');
    if ('id' in target) return this.unregister(alias.id, reason);
    // Unregistered aliases do not match any more, so each query finds the next batch.
    let ids: string[];
    do {
      ids = await this.findNotEnded(alias);
      for (const id of ids) await this.unregister(id, reason);
    } while (ids.length === BATCH_SIZE);
  }

  private async findNotEnded({ serviceId, type, value }: PaymentAlias): Promise<string[]> {
    const rows = await runNamed<{ id: string }>(this.dataSource, FIND_BY_VALUE, [serviceId, type, value]);
    return rows.map(({ id }) => id);
  }

  private async unregister(id: string, reason: string | null): Promise<void> {
    const alias = await this.dataSource.manager.findOneByOrFail(PaymentAlias, { id });
    if (alias.type === 'PAYID') return this.subscriptions.closeByPartner(alias, reason);
    await this.changes.transaction(async (unit) => {
      const locked = await unit.lock(ALIAS, id);
      if (!locked || ALIAS_TRANSITIONS.isFinal(locked.status)) return;
      const before = { status: locked.status };
      const set = { closedBy: 'partner' as const, reason, nextPollAt: this.clock.now(), pollCount: 0 };
      await unit.move(ALIAS, [locked], { to: 'alias_unregistered', reason: 'partner_unregistered', set });
      await recordChange(unit.tx, { action: 'alias.unregister', subject: 'alias', id, before, after: { status: locked.status } });
    }, lockForRequest(id));
  }
}
