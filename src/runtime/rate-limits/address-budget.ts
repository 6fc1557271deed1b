import { limitedAddress, limitedNetwork } from './limited-address.js';
import type { SharedBudget } from './shared-budget.js';

/** So many times what an address may is what its whole /48 may. */
export const NETWORK_FACTOR = 16;

/** A limit for addresses and, of IPv6, for the networks around them. */
export class AddressBudget {
  private readonly ofAddress: SharedBudget | null;
  private readonly ofNetwork: SharedBudget | null;

  /** @param budget makes one by its name and points, none for 0 points. */
  constructor(budget: (name: string, points: number) => SharedBudget | null, name: string, points: number) {
    this.ofAddress = budget(name, points);
    this.ofNetwork = budget(`${name}-network`, points * NETWORK_FACTOR);
  }

  /** @returns seconds to wait when there is none left, otherwise null. */
  async take(address: string | undefined): Promise<number | null> {
    const network = limitedNetwork(address);
    return (
      (await this.ofAddress?.take(limitedAddress(address))) ?? (network === null ? null : ((await this.ofNetwork?.take(network)) ?? null))
    );
  }
}
