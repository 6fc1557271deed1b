import { Injectable } from '@nestjs/common';
import { Environment } from '../../runtime/config/environment.js';

/** The waits are short while a payer waits. After about an hour of polls, each wait is an hour. */
const STEPS_SECONDS = [5, 15, 30, 60, 120, ...Array<number>(11).fill(300), 3600];
/** The poll count with which the waits of an hour begin. An abandoned attempt starts with this count, because no payer waits for it. */
export const SLOW_POLL_COUNT = STEPS_SECONDS.length - 1;

/** Added to the time-out of a provider request, for the work before the request is sent and after the response. */
const MARGIN_MS = 5_000;

const BELIEVED_AFTER_MS = { sent: 5 * 60_000, known: 24 * 3_600_000 };

/** When "not found" is believed depends on the provider's last request or response about the operation. */
interface LastContact {
  /** When the last request that creates or changes the operation was sent. */
  sentAt: Date;
  /** When the provider was last known to have the operation; null: never. */
  knownAt: Date | null;
}

/** Decides when providers are polled, and when "not found" is believed. */
@Injectable()
export class PollSchedule {
  /**
   * The waits after the first provider request and after each poll. The last one repeats. Each wait is longer than a provider request can
   * last. So the provider is not polled during the first request, and no poll overtakes the poll before.
   */
  readonly againAfterMs: readonly number[];

  constructor({ connector }: Environment) {
    this.againAfterMs = STEPS_SECONDS.map((seconds) => Math.max(seconds * 1000, connector.timeoutMs + MARGIN_MS));
  }

  /** Time of the first poll after a provider request that was sent at `now`. */
  firstPollAt(now: Date): Date {
    return new Date(now.getTime() + (this.againAfterMs[0] ?? 0));
  }

  /**
   * The time from which "not found" is believed: minutes after the request, which queues and proxies may delay, or a day after the provider
   * was last known to have the operation. The later of both times counts, because they may be from processes with different clocks.
   */
  notFoundBelievedFrom({ sentAt, knownAt }: LastContact): Date {
    const lastAt = Math.max(sentAt.getTime(), knownAt?.getTime() ?? 0);
    return new Date(lastAt + BELIEVED_AFTER_MS[knownAt ? 'known' : 'sent']);
  }
}
