// Written from the contract's rules, without any import from src: a check must not share code with what it checks.

export type AmountType = 'required' | 'net' | 'gross';

export interface Terms {
  enabled: boolean;
  /** The commission in basis points: for gross prices below 9.00, below 25.00, and from 25.00. */
  shares: readonly [number, number, number];
  maxGross: number;
}

/** Grosz. */
export interface Price {
  gross: number;
  net: number;
  partner: number;
}

const BOUNDS = [0, 900, 2500, Infinity] as const;

const halfUp = (numerator: bigint, denominator: bigint): number => Number((2n * numerator + denominator) / (2n * denominator));
const tierOf = (gross: number): 0 | 1 | 2 => (gross < BOUNDS[1] ? 0 : gross < BOUNDS[2] ? 1 : 2);
export const grossOf = (net: number): number => halfUp(BigInt(net) * 123n, 100n);
export const netOf = (gross: number): number => halfUp(BigInt(gross) * 100n, 123n);

function partnerOf(net: number, gross: number, { shares }: Terms): number {
  return halfUp(BigInt(net) * BigInt(10_000 - shares[tierOf(gross)]), 10_000n);
}

/** The price at one operator; null when the service is not sold there. */
export function priceAt(type: AmountType, amount: number, terms: Terms): Price | null {
  const [net, gross] = type === 'gross' ? [netOf(amount), amount] : type === 'net' ? [amount, grossOf(amount)] : required(amount, terms);
  return terms.enabled && gross <= terms.maxGross ? { gross, net, partner: partnerOf(net, gross, terms) } : null;
}

function required(amount: number, terms: Terms): [net: number, gross: number] {
  for (const tier of [0, 1, 2] as const) {
    const left = 10_000n - BigInt(terms.shares[tier]);
    const net = Number((BigInt(amount) * 10_000n + left - 1n) / left);
    if (tierOf(grossOf(net)) === tier) return [net, grossOf(net)];
  }
  const bound = BOUNDS.find((gross) => gross > 0 && partnerOf(netOf(gross), gross, terms) >= amount) ?? Infinity;
  return [netOf(bound), bound];
}

export interface Fee {
  bp: number;
  fixed: number;
}

/** Splits the value of a payment in PLN into the channel's commission and the rest. */
export function splitCommission(pln: number, { bp, fixed }: Fee): { commission: number; partner: number } {
  const commission = Math.min(pln, halfUp(BigInt(pln) * BigInt(bp), 10_000n) + fixed);
  return { commission, partner: pln - commission };
}

/** Converts an amount to grosz, at a rate with four decimals. */
export function toPlnMinor(amount: number, rate: string): number {
  return halfUp(BigInt(amount) * BigInt(Math.round(Number(rate) * 10_000)), 10_000n);
}

/** The value of a part, rounded half up. */
export function proportionalPart(value: number, part: number, whole: number): number {
  return halfUp(BigInt(value) * BigInt(part), BigInt(whole));
}

export function percentOf(amount: number, bp: number): number {
  return halfUp(BigInt(amount) * BigInt(bp), 10_000n);
}

/** As the transcript shows it. */
export function formatAmount(minor: number): string {
  return (minor / 100).toFixed(2);
}
