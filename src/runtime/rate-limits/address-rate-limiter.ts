import { addressKey, networkKey } from './rate-limit-keys.js';
import type { SharedRateLimiter } from './shared-rate-limiter.js';

/** How many times an address's limit its whole /48 has. */
export const NETWORK_FACTOR = 16;

/** A limit for addresses and, with IPv6, for the networks around them. */
export class AddressRateLimiter {
  private readonly ofAddress: SharedRateLimiter | null;
  private readonly ofNetwork: SharedRateLimiter | null;

  /** @param budget makes a budget; null for 0 points. */
  constructor(budget: (name: string, points: number) => SharedRateLimiter | null, name: string, points: number) {
    this.ofAddress = budget(name, points);
    this.ofNetwork = budget(`${name}-network`, points * NETWORK_FACTOR);
  }

  /** @returns seconds to wait when no point is left, otherwise null; a promise only when a budget has to ask its store. */
  take(address: string | undefined): number | null | Promise<number | null> {
    const network = networkKey(address);
    const wait = this.ofAddress?.take(addressKey(address)) ?? null;
    const takeOfNetwork = (): number | null | Promise<number | null> => (network === null ? null : (this.ofNetwork?.take(network) ?? null));
    return wait instanceof Promise ? wait.then((seconds) => seconds ?? takeOfNetwork()) : (wait ?? takeOfNetwork());
  }
}
