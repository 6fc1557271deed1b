/** A short number and the price of a message to it, in minor units of PLN. */
export interface PremiumNumber {
  readonly number: number;
  readonly netMinor: number;
  readonly grossMinor: number;
  /** Whether the number is for adults only. No number is today; a service may be. */
  readonly adult: boolean;
}

const priced = (number: number, netMinor: number, grossMinor: number): PremiumNumber => ({ number, netMinor, grossMinor, adult: false });

/** All short numbers, in the order in which the API lists them. */
export const CATALOGUE = [
  priced(7055, 50, 62),
  priced(7155, 100, 123),
  priced(7255, 200, 246),
  priced(7355, 300, 369),
  priced(7455, 400, 492),
  priced(7555, 500, 615),
  priced(7636, 600, 738),
  priced(77464, 700, 861),
  priced(78464, 800, 984),
  priced(7936, 900, 1107),
  priced(91055, 1000, 1230),
  priced(91155, 1100, 1353),
  priced(91455, 1400, 1722),
  priced(91664, 1600, 1968),
  priced(91955, 1900, 2337),
  priced(92055, 2000, 2460),
  priced(92555, 2500, 3075),
] as const satisfies readonly PremiumNumber[];

export const SHORT_NUMBERS: readonly number[] = CATALOGUE.map(({ number }) => number);

/** @param text the number in a path or a message, without sign and leading zero: `7055`. */
export function findNumber(text: string): PremiumNumber | null {
  return CATALOGUE.find(({ number }) => String(number) === text) ?? null;
}
