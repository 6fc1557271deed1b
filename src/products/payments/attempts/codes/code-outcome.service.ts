import { Injectable } from '@nestjs/common';
import type { FailureReason } from '../../../../connectors/acquirers/port/failure-reasons.js';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { AliasRegistrationService } from '../../blik-aliases/registration.service.js';
import type { PaymentCode } from './payment-code.entity.js';
import { CODE_NOTIFICATION } from './notification.js';
import type { LockedAttempt } from '../lock-attempt.js';

/**
 * Handles the outcome of a code, or of an alias used instead: notifies the partner that submitted the code, and updates the alias that the
 * code should register. The caller changes the payment first, because the notification contains the payment's status.
 */
@Injectable()
export class CodeOutcomeService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly registration: AliasRegistrationService,
  ) {}

  async handlePaidCode(locked: LockedAttempt, { registersAliasId }: PaymentCode): Promise<void> {
    if (registersAliasId) await this.registration.codePaid(locked.unit, registersAliasId);
    this.notify(locked, null);
  }

  async handleDeclinedCode(locked: LockedAttempt, { registersAliasId }: PaymentCode, reason: FailureReason): Promise<void> {
    if (registersAliasId) await this.registration.codeRefused(locked.unit, registersAliasId, reason);
    this.notify(locked, reason);
  }

  /** Notifies only partners whose programs collect the codes. On the gateway's page the payer sees the outcome. */
  private notify({ unit, row, attempt }: LockedAttempt, reason: FailureReason | null): void {
    if (attempt.channel !== 'blik-level0') return;
    const at = this.clock.now();
    const event = CODE_NOTIFICATION.event({ row, reason }, { at, zone: unit.zone });
    const { id: subjectId, serviceId, traceParent } = row;
    unit.addNotification({ ...event, serviceId, subjectId, occurredAt: at, traceParent });
  }
}
