import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';
import { EndpointPace } from './endpoint-pace.js';
import { SlotPool } from './slot-pool.js';

/** What a receiver that does its work at once needs, and more. */
const QUICK_MS = 500;
/** A request that waits for its receiver costs a socket and nothing else. */
const SLOW_FACTOR = 4;

/** The right to have one notification under way. */
export interface DeliverySlot {
  begin(): void;
  /** @param answered false when no answer came. */
  end(answered: boolean): void;
  /** Unused, or whatever became of the attempt; harmless after `end`. */
  giveBack(): void;
}

/**
 * How many notifications this process has under way. Quick endpoints and slow ones have places of their own, and an attempt
 * that is not over soon leaves its quick place to the others: however many receivers hang, nobody waits behind them for
 * longer than that. An endpoint that nothing is known of, or that gave no answer, gets one attempt until it has answered.
 */
@Injectable()
export class DeliverySlots {
  private readonly pace = new EndpointPace();
  private readonly quick: SlotPool;
  private readonly slow: SlotPool;
  private readonly perEndpoint: number;

  constructor({ webhook }: Environment) {
    this.quick = new SlotPool(webhook.concurrency);
    this.slow = new SlotPool(webhook.concurrency * SLOW_FACTOR);
    this.perEndpoint = webhook.concurrencyPerEndpoint;
  }

  /** How many notifications to this endpoint this process may have under way now. */
  most(serviceId: string): number {
    const pace = this.pace.of(serviceId);
    return pace === 'unknown' || pace === 'silent' ? 1 : this.perEndpoint;
  }

  /** Waits for a slot; endpoints take turns. @returns at least one. */
  async take(serviceId: string, most: number, onSlow: () => void): Promise<DeliverySlot[]> {
    const pace = this.pace.of(serviceId);
    const pool = pace === 'slow' || pace === 'silent' ? this.slow : this.quick;
    const taken = await pool.take(most);
    return Array.from({ length: taken }, () => this.slot(serviceId, pool, onSlow));
  }

  private slot(serviceId: string, from: SlotPool, onSlow: () => void): DeliverySlot {
    let pool = from;
    let quick = true;
    let held = true;
    let timer: NodeJS.Timeout | undefined;
    const giveBack = (): void => {
      clearTimeout(timer);
      if (held) pool.give();
      held = false;
    };
    return {
      begin: () => {
        timer = setTimeout(() => {
          quick = false;
          this.pace.waiting(serviceId);
          if (pool === this.quick) {
            pool = this.slow;
            this.slow.add();
            this.quick.give();
          }
          onSlow();
        }, QUICK_MS);
      },
      end: (answered) => {
        this.pace.ended(serviceId, { answered, quick });
        giveBack();
      },
      giveBack,
    };
  }
}
