import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';
import { EndpointLatency } from './endpoint-latency.js';
import { Semaphore } from './semaphore.js';

/** Longer than a receiver needs that responds without delay. */
const QUICK_MS = 500;
/** A waiting request costs little more than a socket, so there are more slots for slow requests. */
const SLOW_FACTOR = 4;

/** The right to have one request under way. */
export interface Slot {
  begin(): void;
  /** @param responded false when no response came. */
  end(responded: boolean): void;
  /** Frees the slot, whether or not a request was made. Does nothing after `end`. */
  release(): void;
}

/**
 * Limits the requests that this process has under way. Quick and slow endpoints have separate semaphores. A request that takes longer than
 * `QUICK_MS` moves from the quick to the slow semaphore. So however many receivers hang, they delay quick receivers by at most `QUICK_MS`.
 * An unknown or silent endpoint gets one request at a time until it responds.
 */
@Injectable()
export class EndpointSlots {
  private readonly latency = new EndpointLatency();
  private readonly quick: Semaphore;
  private readonly slow: Semaphore;
  private readonly perEndpoint: number;

  constructor({ webhook }: Environment) {
    this.quick = new Semaphore(webhook.concurrency);
    this.slow = new Semaphore(webhook.concurrency * SLOW_FACTOR);
    this.perEndpoint = webhook.concurrencyPerEndpoint;
  }

  /** Maximum number of requests to this endpoint that this process may have under way now. */
  maxConcurrent(endpointId: string): number {
    const latency = this.latency.of(endpointId);
    return latency === 'unknown' || latency === 'silent' ? 1 : this.perEndpoint;
  }

  /**
   * Waits for slots, in the order of the calls.
   * @param most maximum number of slots. @param onSlow called when a request becomes slow, because other requests may then begin.
   * @returns at least one slot.
   */
  async acquire(endpointId: string, most: number, onSlow: () => void): Promise<Slot[]> {
    const latency = this.latency.of(endpointId);
    const pool = latency === 'slow' || latency === 'silent' ? this.slow : this.quick;
    const taken = await pool.acquire(most);
    return Array.from({ length: taken }, () => this.slot(endpointId, pool, onSlow));
  }

  private slot(endpointId: string, from: Semaphore, onSlow: () => void): Slot {
    let pool = from;
    let isQuick = true;
    let isHeld = true;
    let timer: NodeJS.Timeout | undefined;
    const release = (): void => {
      clearTimeout(timer);
      if (isHeld) pool.release();
      isHeld = false;
    };
    return {
      begin: () => {
        timer = setTimeout(() => {
          isQuick = false;
          this.latency.waiting(endpointId);
          if (pool === this.quick) {
            pool = this.slow;
            this.slow.acquireOverLimit();
            this.quick.release();
          }
          onSlow();
        }, QUICK_MS);
      },
      end: (responded) => {
        this.latency.ended(endpointId, { responded, quick: isQuick });
        release();
      },
      release,
    };
  }
}
