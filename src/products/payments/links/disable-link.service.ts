import { Injectable } from '@nestjs/common';
import { recordChange } from '../../../platform/audit/audited.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { LINK_SUBJECT } from './link-subject.js';

/** Disables a link for ever. Payments that were created with it can still be paid. */
@Injectable()
export class DisableLinkService {
  constructor(private readonly changes: Changes) {}

  /** @returns false when the link was already disabled or does not exist. */
  run(id: string): Promise<boolean> {
    return this.changes.transaction(async (unit) => {
      const link = await unit.lock(LINK_SUBJECT, id);
      if (link?.status !== 'link_active') return false;
      const before = { status: link.status };
      await unit.move(LINK_SUBJECT, [link], { to: 'link_disabled', reason: 'disabled' });
      await recordChange(unit.tx, { action: 'link.disable', subject: 'link', id, before, after: { status: link.status } });
      return true;
    }, lockForRequest(id));
  }
}
