import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';
import { EndpointLatency } from './endpoint-latency.js';
import { Semaphore } from './semaphore.js';

/** More than a receiver needs that works at once. */
const QUICK_MS = 500;
/** A waiting request costs little more than a socket, so slow ones get more places. */
const SLOW_FACTOR = 4;

/** The right to have one request under way. */
export interface Slot {
  begin(): void;
  /** @param responded false when no response came. */
  end(responded: boolean): void;
  /** Frees the slot, used or not; harmless after `end`. */
  giveBack(): void;
}

/**
 * Limits the requests that this process has under way. Quick and slow endpoints have separate places, and a request that takes longer than
 * `QUICK_MS` moves from a quick place to a slow one: however many receivers hang, no other waits behind them for longer than that. An unknown
 * or silent endpoint gets one request at a time until it has responded.
 */
@Injectable()
export class EndpointSlots {
  private readonly pace = new EndpointLatency();
  private readonly quick: Semaphore;
  private readonly slow: Semaphore;
  private readonly perEndpoint: number;

  constructor({ webhook }: Environment) {
    this.quick = new Semaphore(webhook.concurrency);
    this.slow = new Semaphore(webhook.concurrency * SLOW_FACTOR);
    this.perEndpoint = webhook.concurrencyPerEndpoint;
  }

  /** How many requests to this endpoint this process may have under way now. */
  most(endpointId: string): number {
    const pace = this.pace.of(endpointId);
    return pace === 'unknown' || pace === 'silent' ? 1 : this.perEndpoint;
  }

  /** Waits for a slot; endpoints take turns. @param onSlow called when a request turns out to be slow, which may let others begin. @returns at least one. */
  async take(endpointId: string, most: number, onSlow: () => void): Promise<Slot[]> {
    const pace = this.pace.of(endpointId);
    const pool = pace === 'slow' || pace === 'silent' ? this.slow : this.quick;
    const taken = await pool.take(most);
    return Array.from({ length: taken }, () => this.slot(endpointId, pool, onSlow));
  }

  private slot(endpointId: string, from: Semaphore, onSlow: () => void): Slot {
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
