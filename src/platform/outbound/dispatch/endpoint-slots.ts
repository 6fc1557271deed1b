import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';
import { EndpointLatency } from './endpoint-latency.js';
import { Semaphore } from './semaphore.js';

/** A request that takes longer is slow. Receivers that respond without delay need less. */
const QUICK_MS = 500;
/** A waiting request costs little more than a socket, so there are more slots for slow requests. */
const SLOW_FACTOR = 4;

/** A permit for one request. */
export interface Slot {
  /** Call this when the request is sent. */
  begin(): void;
  /** Call this when the request has ended. Releases the slot. @param responded false when no response came. */
  end(responded: boolean): void;
  /** Releases the slot, whether or not a request was made. Does nothing after `end`. */
  release(): void;
}

/**
 * Limits the requests that this process has under way. Quick and slow endpoints have separate semaphores. A request that takes longer than
 * `QUICK_MS` moves from the quick to the slow semaphore. So a receiver that hangs occupies a quick slot for at most `QUICK_MS`.
 * A silent endpoint, whose latest request got no response, gets one request at a time until it responds. An unknown endpoint, to which no
 * request was sent yet, gets one request at a time until its first request has ended or taken longer than `QUICK_MS`.
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
   * @param limit maximum number of slots. @param onSlow called when a request of these slots becomes slow, because `maxConcurrent` may then
   * be higher.
   * @returns at least one slot.
   */
  async acquire(endpointId: string, limit: number, onSlow: () => void): Promise<Slot[]> {
    const latency = this.latency.of(endpointId);
    const semaphore = latency === 'slow' || latency === 'silent' ? this.slow : this.quick;
    const acquired = await semaphore.acquire(limit);
    return Array.from({ length: acquired }, () => this.createSlot(endpointId, semaphore, onSlow));
  }

  private createSlot(endpointId: string, initialSemaphore: Semaphore, onSlow: () => void): Slot {
    let semaphore = initialSemaphore;
    let isQuick = true;
    let isHeld = true;
    let timer: NodeJS.Timeout | undefined;
    const release = (): void => {
      clearTimeout(timer);
      if (isHeld) semaphore.release();
      isHeld = false;
    };
    return {
      begin: () => {
        timer = setTimeout(() => {
          isQuick = false;
          this.latency.markSlow(endpointId);
          if (semaphore === this.quick) {
            semaphore = this.slow;
            this.slow.acquireOverLimit();
            this.quick.release();
          }
          onSlow();
        }, QUICK_MS);
      },
      end: (responded) => {
        this.latency.recordEnd(endpointId, { responded, quick: isQuick });
        release();
      },
      release,
    };
  }
}
