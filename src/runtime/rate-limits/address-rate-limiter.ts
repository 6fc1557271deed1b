import { addressKey, networkKey } from './rate-limit-keys.js';
import type { SharedRateLimiter } from './shared-rate-limiter.js';

/** The limit of a whole /48, as a multiple of the limit of one address. */
export const NETWORK_FACTOR = 16;

/** A rate limit for IP addresses and, with IPv6, for the /48 networks of the addresses. */
export class AddressRateLimiter {
  private readonly addressLimiter: SharedRateLimiter | null;
  private readonly networkLimiter: SharedRateLimiter | null;

  /** @param createLimiter creates a limiter, or returns null for 0 points. */
  constructor(createLimiter: (name: string, points: number) => SharedRateLimiter | null, name: string, points: number) {
    this.addressLimiter = createLimiter(name, points);
    this.networkLimiter = createLimiter(`${name}-network`, points * NETWORK_FACTOR);
  }

  /**
   * @returns seconds to wait when no point is left, otherwise null. The result is a promise only when a limiter needs points from its
   * store.
   */
  consume(address: string | undefined): number | null | Promise<number | null> {
    const network = networkKey(address);
    const waitSeconds = this.addressLimiter?.consume(addressKey(address)) ?? null;
    const consumeFromNetwork = (): number | null | Promise<number | null> =>
      network === null ? null : (this.networkLimiter?.consume(network) ?? null);
    return waitSeconds instanceof Promise
      ? waitSeconds.then((seconds) => seconds ?? consumeFromNetwork())
      : (waitSeconds ?? consumeFromNetwork());
  }
}
