/** A short number and the price of a message to it, in minor units of PLN. */
export interface PremiumNumber {
  readonly number: number;
  readonly netMinor: number;
  readonly grossMinor: number;
  /** Whether the number is for adults only. At present no number is, but a service may be. */
  readonly adult: boolean;
}

const premiumNumber = (number: number, netMinor: number, grossMinor: number): PremiumNumber => ({
  number,
  netMinor,
  grossMinor,
  adult: false,
});

/** All short numbers, in the order in which the API lists them. */
export const CATALOGUE = [
  premiumNumber(7055, 50, 62),
  premiumNumber(7155, 100, 123),
  premiumNumber(7255, 200, 246),
  premiumNumber(7355, 300, 369),
  premiumNumber(7455, 400, 492),
  premiumNumber(7555, 500, 615),
  premiumNumber(7636, 600, 738),
  premiumNumber(77464, 700, 861),
  premiumNumber(78464, 800, 984),
  premiumNumber(7936, 900, 1107),
  premiumNumber(91055, 1000, 1230),
  premiumNumber(91155, 1100, 1353),
  premiumNumber(91455, 1400, 1722),
  premiumNumber(91664, 1600, 1968),
  premiumNumber(91955, 1900, 2337),
  premiumNumber(92055, 2000, 2460),
  premiumNumber(92555, 2500, 3075),
] as const satisfies readonly PremiumNumber[];

export const SHORT_NUMBERS: readonly number[] = CATALOGUE.map(({ number }) => number);

/** @param text the number in a path or a message, without sign and leading zero: `7055`. */
export function findNumber(text: string): PremiumNumber | null {
  return CATALOGUE.find(({ number }) => String(number) === text) ?? null;
}
