import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';
import { PollSteps } from '../../../runtime/scheduling/poll-steps.js';
import type { DirectBillingCharge } from './direct-billing-charge.entity.js';

const STEPS_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1800, 3600];

/**
 * "Not found" is believed this long after a charge was sent or last changed. The gateway's own call is over after at most a minute; the rest is
 * for queues and proxies on the operator's side. No payer waits for a charge in doubt.
 */
const BELIEVED_AFTER_MS = { sent: 5 * 60_000, in_doubt: 24 * 3_600_000 };

/** When operators are polled about charges, and when `not_found` is believed. */
@Injectable()
export class PollSchedule extends PollSteps {
  constructor({ connector }: Environment) {
    super(STEPS_SECONDS, connector.timeoutMs);
  }

  /**
   * From when on "not found" closes the charge. The later of both times counts, because the clocks of the processes that sent and changed the
   * charge may differ.
   */
  notFoundIsBelieved(
    { sentAt, updatedAt }: Pick<DirectBillingCharge, 'sentAt' | 'updatedAt'>,
    state: keyof typeof BELIEVED_AFTER_MS,
  ): Date {
    return new Date(Math.max(sentAt.getTime(), updatedAt.getTime()) + BELIEVED_AFTER_MS[state]);
  }
}
