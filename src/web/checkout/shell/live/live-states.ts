import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, NotFoundException, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { DomainError } from '../../../../common/errors/domain-error.js';
import { Batcher } from '../../../../runtime/database/batcher.js';
import { LOGGER } from '../../../../runtime/logging/logger.js';
import { KeyedSemaphores } from '../../../../runtime/concurrency/keyed-semaphore.js';
import { addressKey } from '../../../../runtime/rate-limits/rate-limit-keys.js';
import { EventStream } from './event-stream.js';
import { StateSources } from './state-sources.js';
import { WatchedPayments } from './watched-payments.js';

/** Between two reads of all watched payments, so that payers see an outcome within a second. */
const LOOK_EVERY_MS = 200;
/** After a failed read; pages poll meanwhile. */
const LOOK_AFTER_FAILURE_MS = 3_000;
const MAX_TOGETHER = 500;

/** Further tabs of the same payment poll. */
export const MAX_STREAMS_PER_PAYMENT = 4;
const MAX_STREAMS = 2_000;
/** A tenth of all for one address, or one /64 of IPv6, so that none can take them all. Further payers behind an address poll. */
const MAX_STREAMS_PER_ADDRESS = 200;
/** Enough for several tabs of a payment that poll every two seconds. */
const POLLS = { points: 30, duration: 15 };
const RETRY_AFTER_SECONDS = 10;

/**
 * Sends the states of payments to open pages. All pages of a process share one query at a time, so any number of them takes one connection of the
 * pool. Without open pages nothing is read.
 */
@Injectable()
export class LiveStates implements OnModuleDestroy {
  private readonly watched = new Map<string, WatchedPayments>();
  private readonly asking = new Map<string, Batcher<string, { state: string | null }>>();
  private readonly streams = new Set<EventStream>();
  private readonly ofAddress = new KeyedSemaphores({ places: MAX_STREAMS_PER_ADDRESS, patienceMs: 0, mostWaiting: 0 });
  private readonly polls = new RateLimiterMemory(POLLS);
  private readonly stop = new AbortController();
  private looking: Promise<void> | undefined;

  constructor(
    private readonly sources: StateSources,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * The state of one payment. States that are requested at the same moment are read together.
   * @throws NotFoundException when there is no such payment; DomainError TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
   */
  async stateOf(product: string, id: string): Promise<string> {
    await this.polls.consume(`${product} ${id}`).catch(({ msBeforeNext = 1_000 }: { msBeforeNext?: number }) => {
      throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: msBeforeNext / 1000 });
    });
    const answer = await this.batcherOf(product).ask(id);
    if (!answer) throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (answer.state === null) throw new NotFoundException();
    return answer.state;
  }

  /** Sends the present state and each later one, until the browser leaves or the process ends. @throws as `stateOf` */
  async follow(product: string, id: string, response: Response): Promise<void> {
    await this.stateOf(product, id);
    if (response.closed) return; // the browser has left, and `close` will not be emitted again
    const payments = this.watchedOf(product);
    if (payments.listenersOf(id) >= MAX_STREAMS_PER_PAYMENT)
      throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (this.streams.size >= MAX_STREAMS || this.stop.signal.aborted) {
      throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const address = addressKey(response.req.ip);
    this.ofAddress.take(address, (refusal) => {
      if (refusal) throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    });
    const stream = new EventStream(response);
    this.streams.add(stream);
    const leave = payments.add(id, (state) => stream.send(state));
    response.on('close', () => {
      leave();
      this.ofAddress.leave(address);
      this.streams.delete(stream);
    });
    this.looking ??= this.look().finally(() => (this.looking = undefined));
  }

  /** Browsers reopen their streams at another process. */
  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    for (const stream of this.streams) stream.end();
    await this.looking;
  }

  private async look(): Promise<void> {
    while (this.streams.size > 0 && !this.stop.signal.aborted) {
      const pause = await this.lookOnce().then(
        () => LOOK_EVERY_MS,
        (error: unknown) => {
          this.log.warn({ err: error }, 'open payment pages cannot be told of changes; it is tried again');
          return LOOK_AFTER_FAILURE_MS;
        },
      );
      await setTimeout(pause, undefined, { signal: this.stop.signal }).catch(() => undefined); // aborted: the loop's condition ends it
    }
  }

  private async lookOnce(): Promise<void> {
    for (const [product, payments] of this.watched) {
      const { ids } = payments;
      for (let at = 0; at < ids.length; at += MAX_TOGETHER) {
        payments.tell(await this.sources.get(product).statesOf(ids.slice(at, at + MAX_TOGETHER)));
      }
    }
  }

  private watchedOf(product: string): WatchedPayments {
    const payments = this.watched.get(product) ?? new WatchedPayments();
    this.watched.set(product, payments);
    return payments;
  }

  private batcherOf(product: string): Batcher<string, { state: string | null }> {
    const known = this.asking.get(product);
    if (known) return known;
    const ask = async (ids: string[]): Promise<{ state: string | null }[]> => {
      const states = await this.sources.get(product).statesOf(ids);
      return ids.map((id) => ({ state: states.get(id) ?? null }));
    };
    const batcher = new Batcher(ask, MAX_TOGETHER, (error) => this.log.warn({ err: error }, 'the state of payments cannot be read'));
    this.asking.set(product, batcher);
    return batcher;
  }
}
