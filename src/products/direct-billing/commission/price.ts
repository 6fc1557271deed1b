import { timesRatioCeil, timesRatioHalfUp, HUNDRED_PERCENT_BP } from '../../../common/money/ratio.js';
import { grossOfNet, netOfGross } from '../../../common/money/vat.js';
import { OPERATORS, type Operator } from '../../../connectors/operators/operator.port.js';
import { type Tariffs, type Tariff, type Tier, TIER_STARTS, tariffTierOf } from './tariff.js';

export const AMOUNT_TYPES = ['required', 'net', 'gross'] as const;
export type AmountType = (typeof AMOUNT_TYPES)[number];

/** What one operator charges. Minor units of PLN; computed once and stored, never derived back from each other. */
export interface Price {
  netMinor: number;
  grossMinor: number;
  /** The partner's share of the net price. */
  partnerMinor: number;
}

/** `roundHalfUp(net × (1 − share))` with the share of the tier the gross price lies in. */
export function partnerShare(netMinor: number, grossMinor: number, tariff: Tariff): number {
  return timesRatioHalfUp(netMinor, HUNDRED_PERCENT_BP - tariff.sharesBp[tariffTierOf(grossMinor)], HUNDRED_PERCENT_BP);
}

/**
 * Lowest price that leaves the partner at least `wantedMinor` net of commission.
 * A tier's candidate counts only if its gross lies in that tier. Where none does (the share jumps between tiers), it is
 * the lowest gross at a tier's lower bound whose share suffices.
 */
export function priceForShare(wantedMinor: number, tariff: Tariff): Price {
  const candidates = ([0, 1, 2] as const).flatMap((tier) => candidateOf(tier, wantedMinor, tariff));
  const usable = candidates.length > 0 ? candidates : ([1, 2] as const).flatMap((tier) => lowerBoundOf(tier, wantedMinor, tariff));
  const [lowest] = usable; // in ascending order, because each lies in its own tier
  if (!lowest) throw new Error('No price found: the highest tier, which has no upper bound, should always have one');
  return lowest;
}

function candidateOf(tier: Tier, wantedMinor: number, tariff: Tariff): Price[] {
  const netMinor = timesRatioCeil(wantedMinor, HUNDRED_PERCENT_BP, HUNDRED_PERCENT_BP - tariff.sharesBp[tier]);
  const price = withShare(netMinor, grossOfNet(netMinor), tariff);
  return tariffTierOf(price.grossMinor) === tier ? [price] : [];
}

function lowerBoundOf(tier: 1 | 2, wantedMinor: number, tariff: Tariff): Price[] {
  const grossMinor = TIER_STARTS[tier];
  const price = withShare(netOfGross(grossMinor), grossMinor, tariff);
  return price.partnerMinor >= wantedMinor ? [price] : [];
}

/** The price for one operator, or null when it is disabled or the price is above what it charges. */
export function priceAt(tariff: Tariff | undefined, amountType: AmountType, amountMinor: number): Price | null {
  if (!tariff?.enabled) return null;
  const price = priceOf(tariff, amountType, amountMinor);
  return price.grossMinor > tariff.maxGrossMinor ? null : price;
}

function priceOf(tariff: Tariff, amountType: AmountType, amountMinor: number): Price {
  if (amountType === 'required') return priceForShare(amountMinor, tariff);
  if (amountType === 'net') return withShare(amountMinor, grossOfNet(amountMinor), tariff);
  return withShare(netOfGross(amountMinor), amountMinor, tariff);
}

function withShare(netMinor: number, grossMinor: number, tariff: Tariff): Price {
  return { netMinor, grossMinor, partnerMinor: partnerShare(netMinor, grossMinor, tariff) };
}

export type Prices = Record<Operator, Price | null>;

export function pricesOf(rates: Tariffs, amountType: AmountType, amountMinor: number): Prices {
  return Object.fromEntries(OPERATORS.map((operator) => [operator, priceAt(rates[operator], amountType, amountMinor)])) as Prices;
}

/** The lowest gross price of all operators, shown before the payer chooses one. */
export function cheapest(prices: Prices): Price | null {
  return OPERATORS.map((operator) => prices[operator]).reduce<Price | null>(
    (best, price) => (price && (!best || price.grossMinor < best.grossMinor) ? price : best),
    null,
  );
}
