// Written from the contract's rules without imports from src, since a check must not share code with what it checks. All amounts are minor
// units.

export type AmountType = 'required' | 'net' | 'gross';

/** A service's terms at one operator, which sells it only while it is enabled. */
export interface OperatorTariff {
  enabled: boolean;
  /** The gateway's commission in basis points: for gross prices below 9.00, below 25.00, and from 25.00. */
  commissionBp: readonly [number, number, number];
  /** The operator sells nothing at a higher gross price, in grosz. */
  maxGross: number;
}

/** In grosz. `partner` is the partner's share of the net price. */
export interface Price {
  gross: number;
  net: number;
  partner: number;
}

/** Gross prices in grosz at which the tiers of the commission begin. */
const TIER_BOUNDS = [0, 900, 2500, Infinity] as const;

const divideHalfUp = (numerator: bigint, denominator: bigint): number => Number((2n * numerator + denominator) / (2n * denominator));
const tierOf = (gross: number): 0 | 1 | 2 => (gross < TIER_BOUNDS[1] ? 0 : gross < TIER_BOUNDS[2] ? 1 : 2);
/** VAT is 23 %. */
export const grossOf = (net: number): number => divideHalfUp(BigInt(net) * 123n, 100n);
export const netOf = (gross: number): number => divideHalfUp(BigInt(gross) * 100n, 123n);

/** The net price without the commission, rounded half up. */
function partnerShare(net: number, gross: number, { commissionBp }: OperatorTariff): number {
  return divideHalfUp(BigInt(net) * BigInt(10_000 - commissionBp[tierOf(gross)]), 10_000n);
}

/** @returns null when the operator does not sell the service or not at this price. */
export function priceAt(type: AmountType, amount: number, tariff: OperatorTariff): Price | null {
  const [net, gross] =
    type === 'gross' ? [netOf(amount), amount] : type === 'net' ? [amount, grossOf(amount)] : priceForRequiredShare(amount, tariff);
  return tariff.enabled && gross <= tariff.maxGross ? { gross, net, partner: partnerShare(net, gross, tariff) } : null;
}

/** Returns the lowest price whose partner share is at least `amount`. Each tier has another commission, so all tiers are tried. */
function priceForRequiredShare(amount: number, tariff: OperatorTariff): [net: number, gross: number] {
  for (const tier of [0, 1, 2] as const) {
    const partnerBp = 10_000n - BigInt(tariff.commissionBp[tier]);
    const net = Number((BigInt(amount) * 10_000n + partnerBp - 1n) / partnerBp);
    if (tierOf(grossOf(net)) === tier) return [net, grossOf(net)];
  }
  // At a tier's bound the commission may fall, so that the share at the bound is enough although no price inside a tier fits.
  const bound = TIER_BOUNDS.find((gross) => gross > 0 && partnerShare(netOf(gross), gross, tariff) >= amount) ?? Infinity;
  return [netOf(bound), bound];
}

/** The gateway's commission for a channel. */
export interface ChannelFee {
  /** Basis points of the payment. */
  bp: number;
  /** Grosz for each payment. */
  fixed: number;
}

/** Splits the value of a payment, in grosz, into the commission and the partner's share. */
export function splitCommission(pln: number, { bp, fixed }: ChannelFee): { commission: number; partner: number } {
  const commission = Math.min(pln, divideHalfUp(BigInt(pln) * BigInt(bp), 10_000n) + fixed);
  return { commission, partner: pln - commission };
}

/** Converts an amount to grosz, at a rate with four decimals. */
export function toPlnMinor(amount: number, rate: string): number {
  return divideHalfUp(BigInt(amount) * BigInt(Math.round(Number(rate) * 10_000)), 10_000n);
}

/** Returns the same part of `value` as `part` is of `whole`, rounded half up. */
export function proportionalPart(value: number, part: number, whole: number): number {
  return divideHalfUp(BigInt(value) * BigInt(part), BigInt(whole));
}

/** Returns the part of the amount, rounded half up. */
export function applyBasisPoints(amount: number, bp: number): number {
  return divideHalfUp(BigInt(amount) * BigInt(bp), 10_000n);
}

/** Formats minor units for messages and the transcript. */
export function formatAmount(minor: number): string {
  return (minor / 100).toFixed(2);
}
