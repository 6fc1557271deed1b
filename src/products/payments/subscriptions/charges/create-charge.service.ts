import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ServiceRef } from '../../../../platform/access/caller.js';
import { Changes } from '../../../../platform/changes/changes.service.js';
import { lockForRequest } from '../../../../runtime/database/pool-quotas/row-lock-queue.js';
import type { AttemptState } from '../../attempts/states.js';
import { PaymentAttempt } from '../../attempts/payment-attempt.entity.js';
import { descriptionLinesOf } from '../../mandates/create-subscription.request.js';
import { blikError } from '../../blik-level0/blik-error.js';
import { acquirerUnreachable } from '../../payment-methods/acquirer-unreachable.js';
import type { CreateChargeRequest } from './create-charge.request.js';
import type { PaymentCharge } from '../../mandates/payment-charge.entity.js';
import { RecordChargeService } from './record-charge.service.js';
import { SendChargeService } from './send-charge.service.js';

const DECLINED_STATES: readonly AttemptState[] = ['failed', 'canceled', 'expired'];

/** Charges a subscription for a new payment of its service. */
@Injectable()
export class CreateChargeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly recordCharge: RecordChargeService,
    private readonly sendCharge: SendChargeService,
  ) {}

  /**
   * @param requestKey the `Idempotency-Key`. If a request with this key was interrupted before, this request gets the outcome of the
   * earlier one.
   * @returns true when the charge breaks a fraud rule, so that the payer has to confirm it first. Otherwise it was sent to the acquirer.
   * @throws DomainError ROUTE_NOT_FOUND for the subscription, TRANSACTION_NOT_FOUND, SERVICE_NOT_ACTIVE, SUBSCRIPTION_NOT_ACTIVE,
   * CHANNEL_NOT_USABLE, TRANSACTION_NOT_NEW, ATTEMPT_IN_PROGRESS, RECURRING_NOT_SUPPORTED, those of `chargePosition`, a BLIK error code
   * when the acquirer declines immediately, or SERVICE_UNAVAILABLE when the acquirer was not reached and after a restore of the database.
   */
  async run(service: ServiceRef, subscriptionId: string, request: CreateChargeRequest, requestKey: string | null): Promise<boolean> {
    const newCharge = {
      service,
      subscriptionId,
      transactionId: request.transactionId,
      number: request.attempt ?? null,
      label: request.alias?.label ?? null,
      lines: descriptionLinesOf(request.descriptions),
      requestKey,
    };
    const recorded = await this.changes.transaction((unit) => this.recordCharge.run(unit, newCharge), lockForRequest(subscriptionId));
    if ('earlier' in recorded) return this.resultOf(recorded.earlier);
    if ('held' in recorded) return true;
    const result = await this.sendCharge.run(recorded);
    if (result.outcome === 'not_sent') throw acquirerUnreachable();
    if (result.outcome === 'failed') throw blikError(result.reason);
    if (result.outcome === 'canceled' || result.outcome === 'expired') throw blikError('other');
    return false;
  }

  /** A charge without an attempt still waits for the payer's confirmation. */
  private async resultOf({ holdReason, attemptReference }: PaymentCharge): Promise<boolean> {
    if (attemptReference === null) return true;
    const { state, reason } = await this.dataSource.manager.findOneByOrFail(PaymentAttempt, { reference: attemptReference });
    if (holdReason === null && DECLINED_STATES.includes(state)) throw blikError(reason ?? 'other');
    return holdReason !== null;
  }
}
