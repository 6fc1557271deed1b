import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { FailureReason } from '../../../connectors/channels/port/failure-reasons.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { AliasSubject } from './alias-subject.js';
import { PaymentAlias } from './payment-alias.entity.js';

/** What the end of a code means for the alias that was to be registered with it. The caller holds the payment's lock. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly subject: AliasSubject,
  ) {}

  /** The payer has agreed to pay. To the alias perhaps not: the channel knows, and is asked at once. */
  async codePaid({ tx }: UnitOfWork, aliasId: string): Promise<void> {
    const which = { id: aliasId, status: 'alias_pending_registration' as const };
    await tx.update(PaymentAlias, which, { askAt: this.clock.now(), askCount: 0 });
  }

  /** The app was given nothing to keep. Should it say that it did, it is told that it must not. */
  async codeRefused(unit: UnitOfWork, aliasId: string, reason: FailureReason | 'not_sent'): Promise<void> {
    const alias = await unit.lock(this.subject.alias, aliasId);
    if (alias?.status !== 'alias_pending_registration') return;
    const set = { endedBy: 'payment' as const, reason, askAt: null, askCount: 0 };
    await unit.move(this.subject.alias, [alias], { to: 'alias_unregistered', reason: 'code_refused', set });
  }
}
