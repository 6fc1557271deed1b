import { OPERATORS, type Operator } from '../../../connectors/operators/operator.port.js';

/** The operator's and gateway's share of the net price, in basis points, for gross below 9.00, 9.00–24.99 and from 25.00. */
export type TierShares = readonly [lowBp: number, middleBp: number, highBp: number];

export interface Tariff {
  enabled: boolean;
  sharesBp: TierShares;
  /** Largest gross price the operator charges, minor units of PLN. */
  maxGrossMinor: number;
}

/** One tariff per operator; a transaction keeps the ones it was made with. */
export type Rates = Partial<Record<Operator, Tariff>>;

/** Lowest gross price of each tier, minor units. */
export const TIER_STARTS = [0, 900, 2500] as const;
export type Tier = 0 | 1 | 2;

export function tierOf(grossMinor: number): Tier {
  return grossMinor < TIER_STARTS[1] ? 0 : grossMinor < TIER_STARTS[2] ? 1 : 2;
}

/** Rates a new service starts with: 30 % everywhere, at most 100.00. */
export const DEFAULT_RATES: Required<Rates> = Object.fromEntries(
  OPERATORS.map((operator) => [operator, { enabled: true, sharesBp: [3000, 3000, 3000], maxGrossMinor: 10_000 }]),
) as unknown as Required<Rates>;
