import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';
import { EndpointPace } from './endpoint-pace.js';
import { SlotPool } from './slot-pool.js';

/** What a receiver that does its work at once needs, and more. */
const QUICK_MS = 500;
/** A request that waits for its receiver costs a socket and nothing else. */
const SLOW_FACTOR = 4;

/** The right to have one request under way. */
export interface Slot {
  begin(): void;
  /** @param responded false when no response came. */
  end(responded: boolean): void;
  /** Unused, or whatever became of the request; harmless after `end`. */
  giveBack(): void;
}

/**
 * How many requests this process has under way. Quick endpoints and slow ones have places of their own, and a request that is not
 * over soon leaves its quick place to the others: however many receivers hang, no other waits behind them for longer than that. An
 * endpoint that nothing is known of, or that did not respond, gets one request at a time until it has responded.
 */
@Injectable()
export class EndpointSlots {
  private readonly pace = new EndpointPace();
  private readonly quick: SlotPool;
  private readonly slow: SlotPool;
  private readonly perEndpoint: number;

  constructor({ webhook }: Environment) {
    this.quick = new SlotPool(webhook.concurrency);
    this.slow = new SlotPool(webhook.concurrency * SLOW_FACTOR);
    this.perEndpoint = webhook.concurrencyPerEndpoint;
  }

  /** How many requests to this endpoint this process may have under way now. */
  most(endpointId: string): number {
    const pace = this.pace.of(endpointId);
    return pace === 'unknown' || pace === 'silent' ? 1 : this.perEndpoint;
  }

  /** Waits for a slot; endpoints take turns. @param onSlow told when a request turns out to be slow, which may let others begin. @returns at least one. */
  async take(endpointId: string, most: number, onSlow: () => void): Promise<Slot[]> {
    const pace = this.pace.of(endpointId);
    const pool = pace === 'slow' || pace === 'silent' ? this.slow : this.quick;
    const taken = await pool.take(most);
    return Array.from({ length: taken }, () => this.slot(endpointId, pool, onSlow));
  }

  private slot(endpointId: string, from: SlotPool, onSlow: () => void): Slot {
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
          this.pace.waiting(endpointId);
          if (pool === this.quick) {
            pool = this.slow;
            this.slow.add();
            this.quick.give();
          }
          onSlow();
        }, QUICK_MS);
      },
      end: (responded) => {
        this.pace.ended(endpointId, { responded, quick });
        giveBack();
      },
      giveBack,
    };
  }
}
