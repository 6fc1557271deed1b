import { Injectable } from '@nestjs/common';
import type { FailureReason } from '../../../../connectors/acquirers/port/failure-reasons.js';
import { typedNotification } from '../../../../platform/webhooks/outbox/typed-notification.js';
import { Environment } from '../../../../runtime/config/environment.js';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { RegistrationService } from '../../aliases/registration.service.js';
import type { PaymentCode } from './payment-code.entity.js';
import { CODE_NOTIFICATION_TYPE, codeNotificationData, ticketStatusOf } from './code-notification.js';
import type { LockedAttempt } from '../lock-attempt.js';

/**
 * What follows from the outcome of a code, or of an alias in its place: the partner that submitted it is notified, and the alias that was to be
 * registered with it changes. Called after the payment has changed, because the notification says the payment's status.
 */
@Injectable()
export class CodeOutcomeService {
  private readonly zone: string;

  constructor(
    private readonly clock: BusinessClock,
    private readonly registration: RegistrationService,
    { app: { displayTimeZone } }: Environment,
  ) {
    this.zone = displayTimeZone;
  }

  async paid(locked: LockedAttempt, { registers }: PaymentCode): Promise<void> {
    if (registers) await this.registration.codePaid(locked.unit, registers);
    this.tell(locked, null);
  }

  async refused(locked: LockedAttempt, { registers }: PaymentCode, reason: FailureReason): Promise<void> {
    if (registers) await this.registration.codeRefused(locked.unit, registers, reason);
    this.tell(locked, reason);
  }

  /** Only where the partner's program collects the codes; on the gateway's page the payer sees the outcome. */
  private tell({ unit, row, attempt }: LockedAttempt, reason: FailureReason | null): void {
    if (attempt.channel !== 'blik-level0') return;
    const at = this.clock.now();
    const data = codeNotificationData(row, ticketStatusOf(reason));
    const body = typedNotification({ type: CODE_NOTIFICATION_TYPE, at, zone: this.zone, data });
    const { id: subjectId, serviceId, traceParent } = row;
    unit.tell({ type: CODE_NOTIFICATION_TYPE, body, serviceId, subjectId, occurredAt: at, traceParent });
  }
}
