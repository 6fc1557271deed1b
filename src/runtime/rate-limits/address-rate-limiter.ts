import { addressKey, networkKey } from './rate-limit-keys.js';
import type { SharedRateLimiter } from './shared-rate-limiter.js';

/** The limit of a whole /48, as a multiple of the limit of one address. */
export const NETWORK_FACTOR = 16;

/** A rate limit for IP addresses and, with IPv6, for the /48 networks of the addresses. */
export class AddressRateLimiter {
  private readonly ofAddress: SharedRateLimiter | null;
  private readonly ofNetwork: SharedRateLimiter | null;

  /** @param createLimiter creates a limiter, or returns null for 0 points. */
  constructor(createLimiter: (name: string, points: number) => SharedRateLimiter | null, name: string, points: number) {
    this.ofAddress = createLimiter(name, points);
    this.ofNetwork = createLimiter(`${name}-network`, points * NETWORK_FACTOR);
  }

  /** @returns seconds to wait when no point is left, otherwise null. The result is a promise only when a limiter needs points from its store. */
  take(address: string | undefined): number | null | Promise<number | null> {
    const network = networkKey(address);
    const wait = this.ofAddress?.take(addressKey(address)) ?? null;
    const takeOfNetwork = (): number | null | Promise<number | null> => (network === null ? null : (this.ofNetwork?.take(network) ?? null));
    return wait instanceof Promise ? wait.then((seconds) => seconds ?? takeOfNetwork()) : (wait ?? takeOfNetwork());
  }
}
