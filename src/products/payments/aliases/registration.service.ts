import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { AliasSubject } from './alias-subject.js';
import { PaymentAlias } from './payment-alias.entity.js';

/** Moves the alias that was to be registered with a code once the code's outcome is known. The caller holds the payment's lock. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly subject: AliasSubject,
  ) {}

  /** The payer agreed to pay, but perhaps not to the alias: its channel is polled at once. */
  async codePaid({ tx }: UnitOfWork, aliasId: string): Promise<void> {
    const which = { id: aliasId, status: 'alias_pending_registration' as const };
    await tx.update(PaymentAlias, which, { nextPollAt: this.clock.now(), pollCount: 0 });
  }

  /** The code was refused, so the alias was not registered. If its app reports it later, it is unregistered there. */
  async codeRefused(unit: UnitOfWork, aliasId: string, reason: FailureReason | 'not_sent'): Promise<void> {
    const alias = await unit.lock(this.subject.alias, aliasId);
    if (alias?.status !== 'alias_pending_registration') return;
    const set = { closedBy: 'payment' as const, reason, nextPollAt: null, pollCount: 0 };
    await unit.move(this.subject.alias, [alias], { to: 'alias_unregistered', reason: 'code_refused', set });
  }
}
