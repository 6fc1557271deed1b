import { Injectable } from '@nestjs/common';
import { Environment } from '../config/environment.js';

/**
 * How many notifications this process has under way. Whoever waits is served in order and gives the slot back after each
 * delivery, so endpoints take turns: a slow one holds what it has and no more.
 */
@Injectable()
export class DeliverySlots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(environment: Environment) {
    this.free = environment.webhook.concurrency;
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
