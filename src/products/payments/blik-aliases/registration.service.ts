import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { NO_POLLS } from '../../../platform/remote-operations/remote-operation.js';
import { ALIAS } from './alias-subject.js';
import { PaymentAlias } from './payment-alias.entity.js';

/** Updates the alias that a code should register, when the outcome of the code is known. The caller holds the payment's lock. */
@Injectable()
export class AliasRegistrationService {
  constructor(private readonly clock: BusinessClock) {}

  /** A paid code does not prove that the payer accepted the alias, so the acquirer is polled immediately. */
  async codePaid({ tx }: UnitOfWork, aliasId: string): Promise<void> {
    const pendingAlias = { id: aliasId, status: 'alias_pending_registration' as const };
    await tx.update(PaymentAlias, pendingAlias, { nextPollAt: this.clock.now(), pollCount: 0 });
  }

  /** A declined code registers no alias. If the acquirer later reports the alias as active, the gateway unregisters it there. */
  async codeRefused(unit: UnitOfWork, aliasId: string, reason: FailureReason | 'not_sent'): Promise<void> {
    const alias = await unit.lock(ALIAS, aliasId);
    if (alias?.status !== 'alias_pending_registration') return;
    const set = { closedBy: 'payment' as const, reason, ...NO_POLLS };
    await unit.move(ALIAS, [alias], { to: 'alias_unregistered', reason: 'code_refused', set });
  }
}
