import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';

/** When a channel is asked again about an attempt without a definite answer: often while a payer waits, then each hour. The last repeats. */
const STEPS_SECONDS = [5, 15, 30, 60, 120, ...Array<number>(11).fill(300), 3600];
/** Nobody waits for an attempt that was given up: it is asked about as one that has been pending for an hour. */
export const SLOW_FROM = STEPS_SECONDS.length - 1;

/** What is known of an attempt, or of a subscription's registration, that the channel does not know. */
interface Started {
  state: string;
  startedAt: Date;
  updatedAt: Date;
}

/** For what happens before a call leaves and after its time is over. */
const MARGIN_MS = 5_000;

/** How long a channel must go on saying that it does not know an attempt before it is believed: queues and proxies take their time. */
const BELIEVED_AFTER_MS = { sent: 5 * 60_000, known: 24 * 3_600_000 };

/** When channels are asked about attempts, and when not knowing one is an answer. */
@Injectable()
export class AttemptAskSchedule {
  /** After the start and after each question. Never while a call that was made just then can be under way. */
  readonly againAfterMs: readonly number[];

  constructor({ connector }: Environment) {
    this.againAfterMs = STEPS_SECONDS.map((seconds) => Math.max(seconds * 1000, connector.timeoutMs + MARGIN_MS));
  }

  /** When the channel is asked first about what it was sent, or told of, at `now`. */
  first(now: Date): Date {
    return new Date(now.getTime() + (this.againAfterMs[0] ?? 0));
  }

  /** @param attempt its state was changed by a process whose clock may be behind that of the one that began it. */
  notFoundIsBelieved({ state, startedAt, updatedAt }: Started, askedAt: Date): boolean {
    const knownSince = Math.max(startedAt.getTime(), updatedAt.getTime());
    const from = state === 'sent' ? startedAt.getTime() + BELIEVED_AFTER_MS.sent : knownSince + BELIEVED_AFTER_MS.known;
    return askedAt.getTime() >= from;
  }
}
