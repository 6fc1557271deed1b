import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, NotFoundException, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { DomainError } from '../../../../common/errors/domain-error.js';
import type { Area } from '../../../../platform/partners/services/service-status.js';
import { Parts } from '../../../../platform/products/parts.js';
import { Batcher } from '../../../../runtime/database/batcher.js';
import { LOGGER } from '../../../../runtime/logging/logger.js';
import { KeyedSemaphores } from '../../../../runtime/concurrency/keyed-semaphore.js';
import { addressKey } from '../../../../runtime/rate-limits/rate-limit-keys.js';
import { EventStream } from './event-stream.js';
import { WatchedPayments } from './watched-payments.js';

/** Pause between two reads of all watched payments. Payers must see an outcome within a second. */
const READ_INTERVAL_MS = 200;
/** Pause after a failed read. Meanwhile the pages poll. */
const RETRY_INTERVAL_MS = 3_000;
/** Maximum number of payments that one query reads. */
const MAX_IDS_PER_QUERY = 500;

/** Further tabs of the same payment poll instead. */
export const MAX_STREAMS_PER_PAYMENT = 4;
const MAX_STREAMS = 2_000;
/**
 * A tenth of all streams for one IP address or /64 of IPv6, so that no address can use all streams. Further payers of an address poll
 * instead.
 */
const MAX_STREAMS_PER_ADDRESS = 200;
/** Status requests for one payment: `points` in `duration` seconds. Enough for several tabs that poll every two seconds. */
const POLLS = { points: 30, duration: 15 };
const RETRY_AFTER_SECONDS = 10;

/**
 * Sends the states of payments to open pages. All pages of a process share one query at a time, so any number of pages uses one connection
 * of the pool. Without open pages nothing is read.
 */
@Injectable()
export class LiveStates implements OnModuleDestroy {
  private readonly watched = new Map<Area, WatchedPayments>();
  private readonly batchers = new Map<Area, Batcher<string, { state: string | null }>>();
  private readonly streams = new Set<EventStream>();
  private readonly streamsOfAddress = new KeyedSemaphores({ permits: MAX_STREAMS_PER_ADDRESS, timeoutMs: 0, maxWaiting: 0 });
  private readonly polls = new RateLimiterMemory(POLLS);
  private readonly stop = new AbortController();
  private reading: Promise<void> | undefined;

  constructor(
    private readonly parts: Parts,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * The state of one payment. Concurrent requests for states are read in one query.
   * @throws NotFoundException when there is no such payment; DomainError TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
   */
  async stateOf(product: Area, id: string): Promise<string> {
    await this.polls.consume(`${product} ${id}`).catch(({ msBeforeNext = 1_000 }: { msBeforeNext?: number }) => {
      throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: msBeforeNext / 1000 });
    });
    const result = await this.batcherOf(product).query(id);
    // The batcher has logged why the query failed.
    if (!result) throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (result.state === null) throw new NotFoundException();
    return result.state;
  }

  /**
   * Sends the present state and each later one, until the browser closes the stream or the process ends.
   * @throws the errors of `stateOf`
   */
  async follow(product: Area, id: string, response: Response): Promise<void> {
    await this.stateOf(product, id);
    if (response.closed) return; // the browser has closed the connection, and `close` will not be emitted again
    const payments = this.watchedOf(product);
    if (payments.countListeners(id) >= MAX_STREAMS_PER_PAYMENT)
      throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (this.streams.size >= MAX_STREAMS || this.stop.signal.aborted) {
      throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const address = addressKey(response.req.ip);
    this.streamsOfAddress.acquire(address, (rejection) => {
      if (rejection) throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    });
    const stream = new EventStream(response);
    this.streams.add(stream);
    const unwatch = payments.add(id, (state) => stream.send(state));
    response.on('close', () => {
      unwatch();
      this.streamsOfAddress.release(address);
      this.streams.delete(stream);
    });
    this.reading ??= this.readWhileOpen().finally(() => (this.reading = undefined));
  }

  /** Closes all streams. Browsers reopen them at another process. */
  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    for (const stream of this.streams) stream.end();
    await this.reading;
  }

  private async readWhileOpen(): Promise<void> {
    while (this.streams.size > 0 && !this.stop.signal.aborted) {
      const pause = await this.readOnce().then(
        () => READ_INTERVAL_MS,
        (error: unknown) => {
          this.log.warn({ err: error }, 'Could not read the states of open payment pages, will retry');
          return RETRY_INTERVAL_MS;
        },
      );
      // An abort ends the pause with an error. The loop's condition is then false.
      await setTimeout(pause, undefined, { signal: this.stop.signal }).catch(() => undefined);
    }
  }

  private readStates(product: Area, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { payerPages } = this.parts.productOf(product);
    if (!payerPages) throw new Error(`The product ${product} has no pages for payers.`);
    return payerPages.readStates(this.parts.get, ids);
  }

  private async readOnce(): Promise<void> {
    for (const [product, payments] of this.watched) {
      const { ids } = payments;
      for (let start = 0; start < ids.length; start += MAX_IDS_PER_QUERY) {
        payments.publishStates(await this.readStates(product, ids.slice(start, start + MAX_IDS_PER_QUERY)));
      }
    }
  }

  private watchedOf(product: Area): WatchedPayments {
    const payments = this.watched.get(product) ?? new WatchedPayments();
    this.watched.set(product, payments);
    return payments;
  }

  private batcherOf(product: Area): Batcher<string, { state: string | null }> {
    const existing = this.batchers.get(product);
    if (existing) return existing;
    const readStates = async (ids: string[]): Promise<{ state: string | null }[]> => {
      const states = await this.readStates(product, ids);
      return ids.map((id) => ({ state: states.get(id) ?? null }));
    };
    const batcher = new Batcher(readStates, MAX_IDS_PER_QUERY, (error) =>
      this.log.warn({ err: error }, 'Could not read the states of polled payments'),
    );
    this.batchers.set(product, batcher);
    return batcher;
  }
}
