import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';
import { PollSteps } from '../../../runtime/scheduling/poll-steps.js';

/** The waits are short while a payer waits. After about an hour of polls, each wait is an hour. */
const STEPS_SECONDS = [5, 15, 30, 60, 120, ...Array<number>(11).fill(300), 3600];
/** The poll count with which the waits of an hour begin. An abandoned attempt starts with this count, because no payer waits for it. */
export const SLOW_POLL_COUNT = STEPS_SECONDS.length - 1;

/** What is polled: an attempt, or the mandate of a subscription. */
interface Started {
  state: string;
  startedAt: Date;
  updatedAt: Date;
}

/**
 * "Not found" is believed this long after an attempt was sent, or after the acquirer last had the attempt. Queues and proxies may delay a
 * call.
 */
const BELIEVED_AFTER_MS = { sent: 5 * 60_000, known: 24 * 3_600_000 };

/** Decides when acquirers are polled about attempts, and when "not found" is believed. */
@Injectable()
export class AttemptPollSchedule extends PollSteps {
  constructor({ connector }: Environment) {
    super(STEPS_SECONDS, connector.timeoutMs);
  }

  /**
   * A `sent` attempt counts from its start. Otherwise the acquirer has had the attempt, and the later of both times counts, because the
   * clocks of the processes that started and changed the attempt may differ.
   */
  isNotFoundDefinite({ state, startedAt, updatedAt }: Started, polledAt: Date): boolean {
    const lastKnownAt = Math.max(startedAt.getTime(), updatedAt.getTime());
    const believedFrom = state === 'sent' ? startedAt.getTime() + BELIEVED_AFTER_MS.sent : lastKnownAt + BELIEVED_AFTER_MS.known;
    return polledAt.getTime() >= believedFrom;
  }
}
