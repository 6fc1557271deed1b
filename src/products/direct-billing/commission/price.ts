import { timesRatioCeil, timesRatioHalfUp, HUNDRED_PERCENT_BP } from '../../../common/money/ratio.js';
import { grossOfNet, netOfGross } from '../../../common/money/vat.js';
import { OPERATORS, type Operator } from '../../../connectors/operators/operator.port.js';
import { type Tariffs, type Tariff, type Tier, TIER_STARTS, tariffTierOf } from './tariff.js';

/** What the partner's `amount` is: `required` the partner's share, `net` the net price, `gross` the gross price. */
export const AMOUNT_TYPES = ['required', 'net', 'gross'] as const;
export type AmountType = (typeof AMOUNT_TYPES)[number];

/** The price at one operator, in minor units of PLN. The three values are calculated once and stored. None is calculated from the others later. */
export interface Price {
  netMinor: number;
  grossMinor: number;
  /** The partner's share of the net price. */
  partnerMinor: number;
}

/** `roundHalfUp(net × (1 − share))` with the share of the tier of the gross price. */
export function partnerShare(netMinor: number, grossMinor: number, tariff: Tariff): number {
  return timesRatioHalfUp(netMinor, HUNDRED_PERCENT_BP - tariff.sharesBp[tariffTierOf(grossMinor)], HUNDRED_PERCENT_BP);
}

/**
 * The lowest price that leaves the partner at least `requiredMinor` after commission.
 * The price for a tier's share counts only if its gross price is in that tier. There may be no such price, because the share jumps between
 * tiers. Then the result is the lowest lower bound of a tier at which the partner gets enough.
 */
export function priceForShare(requiredMinor: number, tariff: Tariff): Price {
  const candidates = ([0, 1, 2] as const).flatMap((tier) => candidateOf(tier, requiredMinor, tariff));
  const prices = candidates.length > 0 ? candidates : ([1, 2] as const).flatMap((tier) => lowerBoundOf(tier, requiredMinor, tariff));
  const [lowest] = prices; // prices are in ascending order, because each one is in its own tier
  if (!lowest) throw new Error(`No price leaves the partner ${requiredMinor}, although the highest tier has no upper bound`);
  return lowest;
}

function candidateOf(tier: Tier, requiredMinor: number, tariff: Tariff): Price[] {
  const netMinor = timesRatioCeil(requiredMinor, HUNDRED_PERCENT_BP, HUNDRED_PERCENT_BP - tariff.sharesBp[tier]);
  const price = withShare(netMinor, grossOfNet(netMinor), tariff);
  return tariffTierOf(price.grossMinor) === tier ? [price] : [];
}

function lowerBoundOf(tier: 1 | 2, requiredMinor: number, tariff: Tariff): Price[] {
  const grossMinor = TIER_STARTS[tier];
  const price = withShare(netOfGross(grossMinor), grossMinor, tariff);
  return price.partnerMinor >= requiredMinor ? [price] : [];
}

/** @returns the price at one operator. null when the operator is disabled or the price is above the operator's maximum. */
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

/** The prices at all operators. null for an operator that cannot charge the amount. */
export function pricesOf(tariffs: Tariffs, amountType: AmountType, amountMinor: number): Prices {
  return Object.fromEntries(OPERATORS.map((operator) => [operator, priceAt(tariffs[operator], amountType, amountMinor)])) as Prices;
}

/** The lowest gross price of all operators, which is shown until the payer chooses an operator. */
export function cheapest(prices: Prices): Price | null {
  return OPERATORS.map((operator) => prices[operator]).reduce<Price | null>(
    (lowest, price) => (price && (!lowest || price.grossMinor < lowest.grossMinor) ? price : lowest),
    null,
  );
}
