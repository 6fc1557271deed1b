import { Injectable } from '@nestjs/common';
import { recordChange } from '../../../platform/audit/audited.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { Subject } from '../../../platform/changes/subject.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { LINK_LIST } from './link.list.js';
import { LINK_TRANSITIONS, type LinkStatus } from './states.js';
import { PaymentLink } from './payment-link.entity.js';

/** Partners get no notifications about a link, only about its payments. */
const LINK: Subject<PaymentLink, LinkStatus> = {
  type: 'payment_link',
  entity: PaymentLink,
  transitions: LINK_TRANSITIONS,
  id: 'id',
  state: 'status',
  list: ({ serviceId, createdAt }) => ({ list: LINK_LIST.counter(serviceId), createdAt }),
};

/** Disables a link for ever. Payments that were created with it can still be paid. */
@Injectable()
export class DisableLinkService {
  constructor(private readonly changes: Changes) {}

  /** @returns false when the link was already disabled or does not exist. */
  run(id: string): Promise<boolean> {
    return this.changes.transaction(async (unit) => {
      const link = await unit.lock(LINK, id);
      if (link?.status !== 'link_active') return false;
      const before = { status: link.status };
      await unit.move(LINK, [link], { to: 'link_disabled', reason: 'disabled' });
      await recordChange(unit.tx, { action: 'link.disable', subject: 'link', id, before, after: { status: link.status } });
      return true;
    }, lockForRequest(id));
  }
}
