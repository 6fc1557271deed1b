import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';
import { PollSteps } from '../../../runtime/scheduling/poll-steps.js';
import type { DirectBillingCharge } from './direct-billing-charge.entity.js';

/** Delays between the polls of a charge. */
const STEPS_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1800, 3600];

/**
 * `not_found` is definite this long after a charge was sent or last changed. The gateway's own call ends after at most a minute. Queues and
 * proxies of the operator may delay the charge for the rest of the time. No payer waits for a charge in doubt, so its time can be long.
 */
const NOT_FOUND_DEFINITE_AFTER_MS = { sent: 5 * 60_000, in_doubt: 24 * 3_600_000 };

/** Decides when operators are polled about charges, and when `not_found` is definite. */
@Injectable()
export class ChargePollSchedule extends PollSteps {
  constructor({ connector }: Environment) {
    super(STEPS_SECONDS, connector.timeoutMs);
  }

  /**
   * The time from which `not_found` ends the charge. The later of both times counts, because the process that sent the charge and the process that
   * changed it may have different clocks.
   */
  notFoundDefiniteFrom(
    { sentAt, updatedAt }: Pick<DirectBillingCharge, 'sentAt' | 'updatedAt'>,
    state: keyof typeof NOT_FOUND_DEFINITE_AFTER_MS,
  ): Date {
    return new Date(Math.max(sentAt.getTime(), updatedAt.getTime()) + NOT_FOUND_DEFINITE_AFTER_MS[state]);
  }
}
