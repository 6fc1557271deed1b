import { limitedAddress, limitedNetwork } from './limited-address.js';
import type { SharedBudget } from './shared-budget.js';

/** How many times an address's limit its whole /48 has. */
export const NETWORK_FACTOR = 16;

/** A limit for addresses and, with IPv6, for the networks around them. */
export class AddressBudget {
  private readonly ofAddress: SharedBudget | null;
  private readonly ofNetwork: SharedBudget | null;

  /** @param budget makes a budget; null for 0 points. */
  constructor(budget: (name: string, points: number) => SharedBudget | null, name: string, points: number) {
    this.ofAddress = budget(name, points);
    this.ofNetwork = budget(`${name}-network`, points * NETWORK_FACTOR);
  }

  /** @returns seconds to wait when no point is left, otherwise null; a promise only when a budget has to ask its store. */
  take(address: string | undefined): number | null | Promise<number | null> {
    const network = limitedNetwork(address);
    const wait = this.ofAddress?.take(limitedAddress(address)) ?? null;
    const takeOfNetwork = (): number | null | Promise<number | null> => (network === null ? null : (this.ofNetwork?.take(network) ?? null));
    return wait instanceof Promise ? wait.then((seconds) => seconds ?? takeOfNetwork()) : (wait ?? takeOfNetwork());
  }
}
