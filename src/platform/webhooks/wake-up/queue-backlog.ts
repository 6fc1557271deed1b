import type { Queue } from 'bullmq';

const MAX_WAITING = 5_000;
const CHECK_INTERVAL_MS = 5_000;

/**
 * Checks whether so many wake-ups wait in the queue that another one is useless. In that case no worker has handled wake-ups for a long
 * time, and the next worker finds all due deliveries with its first sweep.
 */
export class QueueBacklog {
  private wasTooLarge = false;
  private checkedAt = -Infinity;

  constructor(private readonly queue: Queue) {}

  async isTooLarge(): Promise<boolean> {
    if (performance.now() - this.checkedAt < CHECK_INTERVAL_MS) return this.wasTooLarge;
    this.checkedAt = performance.now();
    this.wasTooLarge = (await this.queue.getWaitingCount()) >= MAX_WAITING;
    return this.wasTooLarge;
  }
}
