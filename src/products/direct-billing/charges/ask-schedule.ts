import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';
import type { DirectBillingCharge } from './direct-billing-charge.entity.js';

/** When an operator is asked again about a charge without a definite answer; the last step repeats. */
const STEPS_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** For what happens before a call leaves and after its time is over. */
const MARGIN_MS = 5_000;

/**
 * How long an operator must go on saying that it does not know a charge before it is believed. The gateway's own call is over
 * after at most a minute; the rest is for queues and proxies on the operator's side. No payer waits for a charge in doubt.
 */
const BELIEVED_AFTER_MS = { sent: 5 * 60_000, in_doubt: 24 * 3_600_000 };

/** When operators are asked about charges, and when `not_found` is an answer. */
@Injectable()
export class AskSchedule {
  /**
   * After the charge and after each question. Each is longer than a call can last: no question is asked about a charge that is being
   * sent, and no question overtakes the one before it.
   */
  readonly againAfterMs: readonly number[];

  constructor({ connector }: Environment) {
    this.againAfterMs = STEPS_SECONDS.map((seconds) => Math.max(seconds * 1000, connector.timeoutMs + MARGIN_MS));
  }

  /** When the operator is asked first about a charge that it was sent, or told of, at `now`. */
  first(now: Date): Date {
    return new Date(now.getTime() + (this.againAfterMs[0] ?? 0));
  }

  /**
   * From when on the operator's not knowing the charge ends it.
   * @param charge its state was changed by a process whose clock may be behind that of the one that sent it.
   */
  notFoundIsBelieved(
    { sentAt, updatedAt }: Pick<DirectBillingCharge, 'sentAt' | 'updatedAt'>,
    state: keyof typeof BELIEVED_AFTER_MS,
  ): Date {
    return new Date(Math.max(sentAt.getTime(), updatedAt.getTime()) + BELIEVED_AFTER_MS[state]);
  }
}
