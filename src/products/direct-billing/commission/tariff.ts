import type { Operator } from '../../../connectors/operators/operator.port.js';

/** What the operator and the gateway keep of the net price, in basis points. The tiers are gross prices below 9.00, 9.00–24.99, and from 25.00. */
export type TierShares = readonly [lowBp: number, middleBp: number, highBp: number];

export interface Tariff {
  enabled: boolean;
  sharesBp: TierShares;
  /** The highest gross price that the operator charges, in minor units of PLN. */
  maxGrossMinor: number;
}

/** One tariff per operator. */
export type Tariffs = Partial<Record<Operator, Tariff>>;

/** The lowest gross price of each tier, in minor units. */
export const TIER_STARTS = [0, 900, 2500] as const;
export type Tier = 0 | 1 | 2;

export function tariffTierOf(grossMinor: number): Tier {
  return grossMinor < TIER_STARTS[1] ? 0 : grossMinor < TIER_STARTS[2] ? 1 : 2;
}

/** The tariff of a new service at every operator: 30 % in each tier, gross prices up to 100.00. */
export const DEFAULT_TARIFF: Tariff = { enabled: true, sharesBp: [3000, 3000, 3000], maxGrossMinor: 10_000 };
