import type { Queue } from 'bullmq';

const MAX_WAITING = 5_000;
const LOOK_EVERY_MS = 5_000;

/**
 * Whether so many wake-ups wait that another one is useless: no worker has taken any for a long time, and the next worker finds by its sweep
 * what is due.
 */
export class QueueBacklog {
  private tooLarge = false;
  private lookedAt = -Infinity;

  constructor(private readonly queue: Queue) {}

  async isTooLarge(): Promise<boolean> {
    if (performance.now() - this.lookedAt < LOOK_EVERY_MS) return this.tooLarge;
    this.lookedAt = performance.now();
    this.tooLarge = (await this.queue.getWaitingCount()) >= MAX_WAITING;
    return this.tooLarge;
  }
}
